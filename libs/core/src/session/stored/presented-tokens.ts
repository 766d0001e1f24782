import { LONGEST_SESSION_TOKEN } from '../../model/is-session-token.js';
import { hasSessionTokenPrefix } from '../../crypto/session-token-prefix.js';
import type { SessionContext } from '../../request/context/session-context.js';
import type {
  PresentedSession,
  SessionCookieForm,
} from '../../request/carrier/session-carrier.port.js';

/**
 * Returns the database session tokens in a request that belong to this realm: usually one, more if
 * the cookie was sent several times.
 * @param forms - by default all that may be a session, to end them
 */
export function presentedTokens(
  ctx: SessionContext,
  forms: readonly SessionCookieForm[] = ctx.carrier.presentAll(),
): string[] {
  const { tokenPrefix } = ctx.config.session;
  return forms
    .filter(({ isWhole }) => isWhole)
    .map(({ value }) => value)
    .filter((value) => hasSessionTokenPrefix(value, tokenPrefix))
    .filter((value) => value.length <= LONGEST_SESSION_TOKEN + tokenPrefix.length);
}

/** Whether a request contains only the token of another AuthModule or tenant. */
export function isOfAnotherRealm({ config }: SessionContext, { forms }: PresentedSession): boolean {
  // A database token is never split into parts.
  const whole = forms.filter(({ isWhole }) => isWhole);
  const { tokenPrefix } = config.session;
  return whole.length > 0 && whole.every(({ value }) => !hasSessionTokenPrefix(value, tokenPrefix));
}
