import { CLOCK_TOLERANCE_MS } from '../../crypto/token-times.js';
import type { Session } from '../../model/session.js';

/**
 * Returns until when a session is fresh, in milliseconds since the epoch; 0 if it is not known when
 * its user proved anything, or that time lies in the future by more than clocks differ.
 * @param maxAge - in seconds
 */
export function freshUntil({ authTime }: Session, maxAge: number): number {
  const since = authTime === undefined ? 0 : Date.parse(authTime);
  if (!since || since > Date.now() + CLOCK_TOLERANCE_MS) return 0;
  return since + maxAge * 1000;
}
