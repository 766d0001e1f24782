/**
 * The extensions of sessions that are in progress. Requests that find one session due at the same
 * moment share one write: separate writes would each set an end of their own, and the last write
 * need not hold the latest end. @see docs/design/security-bar.md H19
 */
export class Extensions {
  private readonly underWay = new WeakMap<object, Map<string, Promise<Date | null>>>();

  /**
   * @param store - the store that holds the session
   * @param token - as in the table
   * @param extend - returns the new end, or null; called only if none is in progress
   * @returns the new end, also where another request set it; null where the session is gone
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
