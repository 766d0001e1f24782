/**
 * Whether less than a duration has passed since a moment. A moment in the future, because the clock
 * was set back, counts as too long ago.
 * @param durationMs - milliseconds
 * @param since - milliseconds since the epoch
 */
export function isWithin(durationMs: number, since: number): boolean {
  const passed = Date.now() - since;
  return passed >= 0 && passed < durationMs;
}
