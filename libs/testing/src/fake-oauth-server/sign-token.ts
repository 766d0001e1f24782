import { createHash } from 'node:crypto';
import { SignJWT, type JWTPayload } from 'jose';
import type { IdTokenScript } from './fake-script.js';
import type { Grant } from './grants.js';
import type { ProviderState } from './provider-state.js';

/** Lifetime of an ID token, in seconds. */
const LIFE = 300;

/** Signs claims with the provider's key and header, or with those given. @returns a compact JWS */
export async function signToken(
  { keys, client, signingAlgorithm }: ProviderState,
  claims: JWTPayload,
  { header = {}, key }: Pick<IdTokenScript, 'header' | 'key'> = {},
): Promise<string> {
  const isSymmetric = signingAlgorithm === 'HS256';
  const own = isSymmetric ? undefined : await keys.get(signingAlgorithm);
  const signer = key ?? own?.privateKey ?? new TextEncoder().encode(client.clientSecret);
  const members = { kid: own?.kid, ...header };
  const alg = typeof header['alg'] === 'string' ? header['alg'] : signingAlgorithm;
  return new SignJWT({ ...claims }).setProtectedHeader({ ...members, alg }).sign(signer);
}

/** Issues the ID token for a sign-in. @see OpenID Connect Core section 2 */
export async function issueIdToken(
  state: ProviderState,
  grant: Grant,
  accessToken: string,
): Promise<string | undefined> {
  const { issuer, client, script } = state;
  const { claims, header, key } = script.idToken;
  const now = Math.floor(Date.now() / 1000);
  const honest = {
    ...script.claims,
    iss: issuer,
    aud: client.clientId,
    iat: now,
    exp: now + LIFE,
    nonce: grant.nonce,
    at_hash: accessTokenHash(accessToken, state.signingAlgorithm),
  };
  const token = await signToken(state, { ...honest, ...claims }, { header, key });
  return script.idToken.alter ? script.idToken.alter(token) : token;
}

/** Returns `at_hash`: the left half of the token's hash. @see OpenID Connect Core 3.1.3.6 */
function accessTokenHash(accessToken: string, algorithm: string): string {
  const hash = createHash(algorithm === 'EdDSA' ? 'sha512' : 'sha256')
    .update(accessToken)
    .digest();
  return hash.subarray(0, hash.length / 2).toString('base64url');
}
