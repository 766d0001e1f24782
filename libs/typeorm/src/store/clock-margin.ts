/** How long after its end something is kept that would let somebody in if it were missing. */
export const CLOCK_MARGIN_MS = 24 * 60 * 60 * 1000;

/**
 * Returns the time up to which marks of ended sessions may be deleted: this instance's clock may be
 * ahead of the one by which a session is still valid.
 * @see docs/design/security-bar.md DT8
 */
export function withMargin(now: Date): Date {
  return new Date(now.getTime() - CLOCK_MARGIN_MS);
}
