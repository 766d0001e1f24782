/**
 * Whether less than a duration has passed since a moment. One that lies ahead, because the clock was
 * set back, is no moment to count from: whatever was known then is over.
 * @param durationMs - milliseconds
 * @param since - milliseconds since the epoch
 */
export function isWithin(durationMs: number, since: number): boolean {
  const passed = Date.now() - since;
  return passed >= 0 && passed < durationMs;
}
