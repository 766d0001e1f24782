/**
 * The extensions of sessions that are in progress. Concurrent requests with a session that is due
 * share one write: separate writes would set different ends, and the last write might not set the
 * latest end.
 * @see docs/design/security-bar.md H19
 */
export class SharedExtensions {
  private readonly underWay = new WeakMap<object, Map<string, Promise<Date | null>>>();

  /**
   * @param store - the application's own adapter, the same for all configurations that use it
   * @param token - as in the table
   * @param extend - returns the new end, or null; called only if no extension is in progress
   * @returns the new end, even if another request set it; null if the session no longer exists
   */
  run(store: object, token: string, extend: () => Promise<Date | null>): Promise<Date | null> {
    const ofStore = this.underWay.get(store) ?? new Map<string, Promise<Date | null>>();
    this.underWay.set(store, ofStore);
    const known = ofStore.get(token);
    if (known) return known;
    const extending = extend().finally(() => ofStore.delete(token));
    ofStore.set(token, extending);
    return extending;
  }
}
