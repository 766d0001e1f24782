/** Stops one request at a call to its stores, and lets something else happen there. */
export class BetweenCalls {
  private left = 0;
  private inner: (() => Promise<unknown>) | undefined;

  /** Returns a store whose calls are counted. */
  watch<T extends object>(store: T): T {
    return new Proxy(store, {
      get: (target, name) => {
        // The store that it returns would not be watched.
        if (name === 'usedBy') return undefined;
        const member: unknown = Reflect.get(target, name);
        if (typeof member !== 'function') return member;
        return async (...args: unknown[]): Promise<unknown> => {
          await this.reach();
          return Reflect.apply(member, target, args);
        };
      },
    });
  }

  /**
   * Does work, and something else before its n-th call, counted from 1.
   * @returns whether there was such a call
   */
  async interrupt(
    n: number,
    inner: () => Promise<unknown>,
    work: () => Promise<unknown>,
  ): Promise<boolean> {
    [this.left, this.inner] = [n, inner];
    await work();
    const isDone = this.inner === undefined;
    this.inner = undefined;
    return isDone;
  }

  private async reach(): Promise<void> {
    this.left -= 1;
    if (this.left !== 0) return;
    const { inner } = this;
    this.inner = undefined;
    await inner?.();
  }
}
