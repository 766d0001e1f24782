import type { SessionRevocations } from '@authnest/core';

type MaybePromise<T> = T | Promise<T>;

/** Stores ended sessions in memory, as an application would in its cache. */
export class MapRevocations implements SessionRevocations {
  readonly entries = new Map<string, Date>();
  private fault: Error | undefined;

  revoke({ id, expires }: { id: string; expires: Date }): MaybePromise<boolean> {
    this.assertUp();
    assertFuture(expires);
    const isNew = !this.entries.has(id);
    this.entries.set(id, expires);
    return isNew;
  }

  isRevoked(id: string): boolean | 'stale' | Date {
    this.assertUp();
    return (this.entries.get(id)?.getTime() ?? 0) > Date.now();
  }

  /** Makes both methods throw, as if the cache were down, or restores them if there is no error. */
  failWith(fault?: Error): void {
    this.fault = fault;
  }

  protected assertUp(): void {
    if (this.fault) throw this.fault;
  }
}

/** An entry that has expired ends nothing, so a test that made one would depend on the millisecond. */
export function assertFuture(expires: Date): void {
  if (expires.getTime() > Date.now()) return;
  throw new RangeError(`the entry has expired: ${expires.toISOString()}`);
}
