import type { AdapterSession } from '../../adapter/adapter-rows.js';
import type { ResolvedAuthConfig } from '../../config/resolved-auth-config.js';
import { CLOCK_TOLERANCE_MS } from '../../crypto/token-times.js';

/** The values that an extension writes. */
interface Extension {
  readonly expires: Date;
  readonly createdAt?: Date;
}

/** Whether a stored session has ended. */
export function isEnded(
  config: ResolvedAuthConfig,
  { expires, createdAt }: Pick<AdapterSession, 'expires' | 'createdAt'>,
): boolean {
  return Date.now() >= noLaterThanAbsoluteEnd(config, expires.getTime(), createdAt);
}

/**
 * Returns the extension that is due. The end moves forward if `updateAge` has passed since the last
 * extension. It moves back if a wrong clock has set it to more than `maxAge` from now.
 * @returns undefined if the session does not change
 */
export function dueExtension(
  config: ResolvedAuthConfig,
  { expires, createdAt }: AdapterSession,
): Extension | undefined {
  const { maxAgeSeconds, updateAgeSeconds } = config.session;
  const now = Date.now();
  const isFromAhead = isAhead(createdAt, now);
  const began = isFromAhead ? new Date(now) : createdAt;
  const extended = extendedEnd(config, now, began);
  const isDue = expires.getTime() - maxAgeSeconds * 1000 + updateAgeSeconds * 1000 <= now;
  const moves =
    (isDue && extended > expires) || isFromAhead || isAhead(expires, extended.getTime());
  if (!moves) return undefined;
  return isFromAhead ? { expires: extended, createdAt: new Date(now) } : { expires: extended };
}

/**
 * Returns `maxAge` from now, but never after the absolute end.
 * @param now - milliseconds since the epoch
 */
export function extendedEnd(
  config: ResolvedAuthConfig,
  now: number,
  createdAt: Date | null | undefined,
): Date {
  const end = now + config.session.maxAgeSeconds * 1000;
  return new Date(noLaterThanAbsoluteEnd(config, end, createdAt));
}

export function isDate(value: unknown): value is Date {
  return value instanceof Date && !Number.isNaN(value.getTime());
}

/**
 * Whether a date is later than a moment by more than the clock tolerance.
 * @see docs/design/security-bar.md H20
 */
export function isAhead(date: Date | null | undefined, moment: number): boolean {
  return isDate(date) && date.getTime() > moment + CLOCK_TOLERANCE_MS;
}

/** @param end - in milliseconds since the epoch, like the result */
function noLaterThanAbsoluteEnd(
  { session: { absoluteMaxAgeSeconds } }: ResolvedAuthConfig,
  end: number,
  createdAt: Date | null | undefined,
): number {
  if (absoluteMaxAgeSeconds === undefined || !isDate(createdAt)) return end;
  return Math.min(end, createdAt.getTime() + absoluteMaxAgeSeconds * 1000);
}
