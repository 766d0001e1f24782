/**
 * Whether less than the duration has passed since a moment. A moment in the future, which occurs if
 * the clock was set back, counts as too long ago.
 * @param durationMs - in milliseconds
 * @param since - in milliseconds since the epoch
 */
export function isWithin(durationMs: number, since: number): boolean {
  const passed = Date.now() - since;
  return passed >= 0 && passed < durationMs;
}
