/**
 * The extensions of sessions that are under way. Requests that find one session due at the same
 * moment share one write: each by itself would write its own clock's end, and the one that comes
 * last is not the latest. @see docs/design/security-bar.md H19
 */
export class Extensions {
  private readonly underWay = new WeakMap<object, Map<string, Promise<Date | null>>>();

  /**
   * @param store - whose session it is
   * @param token - as in the table
   * @param extend - returns the new end, or null; called only where no extension of it is under way
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
