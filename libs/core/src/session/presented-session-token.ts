import { LONGEST_SESSION_TOKEN } from '../model/is-session-token.js';
import { hasSessionTokenPrefix } from '../crypto/session-token-prefix.js';
import type { SessionContext } from '../exchange/session-context.js';
import { findSessionCookie, type PresentedSession } from './session-cookie.js';

/** Returns the database session token in a request, if it belongs to this realm. */
export function presentedToken(
  ctx: SessionContext,
  presented = findSessionCookie(ctx),
): string | undefined {
  const { tokenPrefix } = ctx.config.session;
  const value = wholeValue(presented);
  if (value === undefined || !hasSessionTokenPrefix(value, tokenPrefix)) return undefined;
  return value.length <= LONGEST_SESSION_TOKEN + tokenPrefix.length ? value : undefined;
}

/** Whether a request contains the token of another AuthModule or tenant. */
export function isOfAnotherRealm({ config }: SessionContext, presented: PresentedSession): boolean {
  const value = wholeValue(presented);
  return value !== undefined && !hasSessionTokenPrefix(value, config.session.tokenPrefix);
}

/** Returns the whole cookie; a database token is never split into parts. */
function wholeValue({ forms }: PresentedSession): string | undefined {
  return forms.find(({ isWhole }) => isWhole)?.value;
}
