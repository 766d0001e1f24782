import type { ResolvedAuthConfig } from '../../config/resolved-auth-config.js';
import type { OpenedToken } from '../../crypto/open-jwe.js';
import type { JWT } from '../../model/jwt.js';

/** Returns the current time in seconds since the epoch. */
export function nowSeconds(): number {
  return Math.floor(Date.now() / 1000);
}

/** Whether a token must be reissued. @see docs/design/decisions.md 7 */
export function isDue(
  { session }: ResolvedAuthConfig,
  { claims, secretIndex }: OpenedToken,
): boolean {
  if (secretIndex > 0 || session.updateAgeSeconds === 0 || typeof claims.iat !== 'number')
    return true;
  return nowSeconds() - claims.iat >= session.updateAgeSeconds;
}

/** Returns when the session in a token ends, in seconds since the epoch. */
export function sessionEnd(config: ResolvedAuthConfig, claims: JWT): number {
  const issued = typeof claims.iat === 'number' ? claims.iat : nowSeconds();
  return endOfLife(config, claims, issued).sessionEnd;
}

/**
 * Returns when a token and its session end, in seconds since the epoch, which is never after the
 * absolute end.
 * @param issued - in seconds since the epoch
 */
export function endOfLife(
  config: ResolvedAuthConfig,
  claims: JWT,
  issued: number,
): { readonly tokenEnd: number; readonly sessionEnd: number } {
  const limit = absoluteEnd(config, claims) ?? Number.POSITIVE_INFINITY;
  return {
    tokenEnd: Math.min(issued + config.jwt.maxAgeSeconds, limit),
    sessionEnd: Math.min(issued + config.session.maxAgeSeconds, limit),
  };
}

/**
 * Whether the session has ended: its token has expired, without the tolerance that `decode` has, or
 * the lifetime in this configuration is over.
 * @see docs/design/decisions.md 3; docs/design/security-bar.md A34, D06, D07
 */
export function isOver(config: ResolvedAuthConfig, claims: JWT): boolean {
  const now = nowSeconds();
  if (typeof claims.exp === 'number' && now >= claims.exp) return true;
  return now >= sessionEnd(config, claims);
}

/**
 * Stores the time of the sign-in in the claims, if an absolute end is configured.
 * @param before - claims of the opened token, if the session continues
 * @see OIDC Core section 2, auth_time
 */
export function withAuthTime({ session }: ResolvedAuthConfig, claims: JWT, before?: JWT): JWT {
  if (session.absoluteMaxAgeSeconds === undefined) return claims;
  return { ...claims, auth_time: authTime(before ?? claims) ?? nowSeconds() };
}

function absoluteEnd({ session }: ResolvedAuthConfig, claims: JWT): number | undefined {
  const start = authTime(claims);
  if (session.absoluteMaxAgeSeconds === undefined || start === undefined) return undefined;
  return start + session.absoluteMaxAgeSeconds;
}

/** A token from another Auth.js application has only `iat`, the time when it was issued. */
function authTime({ auth_time, iat }: JWT): number | undefined {
  if (typeof iat !== 'number') return typeof auth_time === 'number' ? auth_time : undefined;
  // No later than `iat`: another application may have put anything there.
  return typeof auth_time === 'number' ? Math.min(auth_time, iat) : iat;
}
