/** Stops one request at a call to its stores, and lets something else happen there. */
export class BetweenCalls {
  private left = 0;
  private moment: 'before' | 'after' = 'before';
  private inner: (() => Promise<unknown>) | undefined;

  /** Returns a store whose calls are counted. */
  watch<T extends object>(store: T): T {
    return new Proxy(store, {
      get: (target, name) => {
        // The store that it returns would not be watched.
        if (name === 'usedBy') return undefined;
        const member: unknown = Reflect.get(target, name);
        if (typeof member !== 'function') return member;
        return (...args: unknown[]) => this.run(() => Reflect.apply(member, target, args));
      },
    });
  }

  /**
   * Does work, and something else before or after its n-th call, counted from 1.
   * @param inner - if it rejects, that call does
   * @returns whether there was such a call
   */
  async interrupt(
    n: number,
    inner: () => Promise<unknown>,
    { work, moment = 'before' }: { work: () => Promise<unknown>; moment?: 'before' | 'after' },
  ): Promise<boolean> {
    Object.assign(this, { left: n, inner, moment });
    await work();
    const isDone = this.inner === undefined;
    this.inner = undefined;
    return isDone;
  }

  private async run(call: () => unknown): Promise<unknown> {
    this.left -= 1;
    const inner = this.left === 0 ? this.inner : undefined;
    if (!inner) return call();
    this.inner = undefined;
    if (this.moment === 'before') await inner();
    const result = await call();
    if (this.moment === 'after') await inner();
    return result;
  }
}
