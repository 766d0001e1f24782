import type { CookieDefinition, CookieKey } from '../cookies/cookie-definition.js';
import type { SessionContext } from '../request/context/session-context.js';
import type { ResolvedOAuthProvider } from '../provider/resolved-provider.js';

/** Returns a name for the attempt that does not reveal its state. @param digest - of the state */
export function attemptName(digest: string): string {
  return digest.slice(0, 16);
}

/**
 * Returns the cookie for a check, with the attributes that Auth.js sets. In Auth.js, the form that
 * a provider's page posts must carry state and nonce, so both are `SameSite=None`, which browsers
 * accept only with `Secure`.
 * @see docs/design/wire-contract.md CK-5
 */
export function checkCookie(
  { cookieDefinitions }: SessionContext,
  { responseMode }: Pick<ResolvedOAuthProvider, 'responseMode'>,
  key: Extract<CookieKey, 'state' | 'nonce' | 'pkceCodeVerifier'>,
): CookieDefinition {
  const definition = cookieDefinitions[key];
  if (responseMode !== 'form_post' || key === 'pkceCodeVerifier') return definition;
  return {
    name: definition.name,
    options: { ...definition.options, sameSite: 'none', secure: true },
  };
}

/**
 * Returns the cookie for one attempt: the state cookie with the name of the attempt appended. Only
 * our own GET reads it, so a POST from another site never has to carry it.
 * @param attempt - as returned by {@link attemptName}
 */
export function attemptCookie(
  { cookieDefinitions }: SessionContext,
  attempt: string,
): CookieDefinition {
  const { name, options } = cookieDefinitions.state;
  return { name: `${name}.${attempt}`, options };
}
