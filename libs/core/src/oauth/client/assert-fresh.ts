import { AuthError } from '../../errors/auth.error.js';
import { toError } from '../../errors/to-error.js';
import type { ResolvedOAuthProvider } from '../../provider/resolved-provider.js';

type Tolerance = Pick<ResolvedOAuthProvider, 'clockToleranceSeconds'>;

/** Maximum age of an ID token, in seconds; a code that was just redeemed yields a new one. */
const MAX_AGE = 24 * 60 * 60;

/**
 * Refuses an ID token that was issued in the future or long ago: it was not issued for the code.
 * @param iat - from the token, in seconds since the epoch
 * @see OpenID Connect Core section 3.1.3.7 (10)
 */
export function assertFresh(provider: Tolerance, { iat }: { readonly iat: number }): void {
  const age = Date.now() / 1000 - iat;
  if (age < -provider.clockToleranceSeconds) {
    throw new AuthError(`the ID token was issued ${timeOf(provider, -age)}`);
  }
  if (age > MAX_AGE) throw new AuthError('the ID token was issued more than a day ago');
}

/**
 * Refuses a sign-in at the provider in the future, which no limit of its age would refuse.
 * @param auth_time - from the ID token, in seconds since the epoch; the OAuth library requires it
 * @see OpenID Connect Core section 3.1.3.7 (13)
 */
export function assertSignedIn(
  provider: Tolerance,
  { auth_time: at = 0 }: { readonly auth_time?: number },
): void {
  const ahead = at - Date.now() / 1000;
  if (ahead > provider.clockToleranceSeconds) {
    throw new AuthError(`\`auth_time\` of the ID token is ${timeOf(provider, ahead)}`);
  }
}

/**
 * Explains a time in a token that the OAuth library refused.
 * @param thrown - what the library threw
 * @returns undefined if it threw something else
 */
export function clockFault(provider: Tolerance, thrown: unknown): AuthError | undefined {
  const { claims, claim, now } = factsOf(thrown);
  const at = typeof claim === 'string' ? Number(Reflect.get(Object(claims), claim)) : NaN;
  if (typeof now !== 'number' || Number.isNaN(at)) return undefined;
  return new AuthError(`\`${String(claim)}\` of the token is ${timeOf(provider, at - now)}`, {
    err: toError(thrown),
  });
}

/** @param seconds - from now; negative for the past */
function timeOf({ clockToleranceSeconds }: Tolerance, seconds: number): string {
  const distance = `${Math.round(Math.abs(seconds))} seconds ${seconds < 0 ? 'ago' : 'from now'}`;
  return (
    `${distance} by the clock of this server: keep its clock and that of the provider in step ` +
    `(NTP), or raise \`clockTolerance\` of the provider, now ${clockToleranceSeconds} seconds`
  );
}

/** Finds what the library compared; it wraps its error in another. */
function factsOf(thrown: unknown): { claims?: unknown; claim?: unknown; now?: unknown } {
  for (let cause = thrown, depth = 0; cause instanceof Error && depth < 4; depth += 1) {
    cause = cause.cause;
    if (typeof cause === 'object' && cause !== null && 'claim' in cause) return cause;
  }
  return {};
}
