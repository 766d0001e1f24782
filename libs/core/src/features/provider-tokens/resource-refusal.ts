import type { RequiredSignIn } from '../../errors/provider-token.errors.js';

/** A scheme, or a parameter with its value, of a challenge. @see RFC 9110 section 11.6.1 */
const PART = /([\w!#$%&'*+.^`|~-]+)(?:\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s,"]+)))?/g;

type Challenge = ReadonlyMap<string, string>;

/** Whether a resource server rejected the token as invalid. @see RFC 6750 section 3.1 */
export function isInvalidToken(response: Response): boolean {
  return challengeOf(response, 'invalid_token') !== undefined;
}

/**
 * Returns what a resource server requires of the sign-in. Values in another form than the standard's
 * are left out.
 * @returns undefined if it does not require another sign-in
 * @see RFC 9470 section 3
 */
export function requiredSignIn(response: Response): RequiredSignIn | undefined {
  const challenge = challengeOf(response, 'insufficient_user_authentication');
  if (!challenge) return undefined;
  const acrValues = challenge.get('acr_values')?.split(/\s+/).filter(Boolean) ?? [];
  const maxAge = challenge.get('max_age') ?? '';
  const scope = challenge.get('scope');
  return {
    ...(acrValues.length > 0 && { acrValues }),
    ...(/^\d{1,10}$/.test(maxAge) && { maxAge: Number(maxAge) }),
    ...(scope && { scope }),
  };
}

/** Finds the challenge of a 401 that has this error code. */
function challengeOf({ status, headers }: Response, error: string): Challenge | undefined {
  if (status !== 401) return undefined;
  const all = challengesIn(headers.get('www-authenticate') ?? '');
  return all.find((challenge) => challenge.get('error')?.toLowerCase() === error);
}

/** Reads the parameters of each challenge; a name without a value is the scheme of the next one. */
function challengesIn(header: string): Challenge[] {
  const all = [new Map<string, string>()];
  for (const [, name = '', quoted, plain] of header.matchAll(PART)) {
    const value = quoted?.replace(/\\(.)/g, '$1') ?? plain;
    if (value === undefined) all.push(new Map());
    else all.at(-1)?.set(name.toLowerCase(), value);
  }
  return all;
}
