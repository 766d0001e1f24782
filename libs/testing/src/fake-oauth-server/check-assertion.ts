import { createLocalJWKSet, decodeProtectedHeader, jwtVerify, type JWTPayload } from 'jose';
import type { FakeClient } from './fake-client.js';
import { RefusedRequest } from './refused-request.js';

/** The maximum lifetime of an assertion, in seconds. */
const MAX_LIFE = 300;

/** The values that an assertion is checked against. */
export interface AssertionExpectation {
  readonly issuer: string;
  /** The `jti` of each assertion that was used. */
  readonly spent: Set<string>;
  readonly method: 'client_secret_jwt' | 'private_key_jwt';
}

/**
 * Checks the JWT that a client authenticates with.
 * @throws {RefusedRequest} if the JWT is invalid or was used before
 * @see RFC 7523 section 3; `aud` must be only the issuer, as the revision of that RFC requires
 */
export async function checkAssertion(
  assertion: string,
  client: FakeClient,
  expected: AssertionExpectation,
): Promise<void> {
  try {
    const claims = await verified(assertion, client, expected.method);
    assertClaims(claims, expected);
  } catch (thrown) {
    throw new RefusedRequest(
      'invalid_client',
      thrown instanceof Error ? thrown.message : 'not a JWT',
    );
  }
}

async function verified(
  assertion: string,
  { clientId, clientSecret, keys }: FakeClient,
  method: AssertionExpectation['method'],
): Promise<JWTPayload> {
  const claims = { issuer: clientId, subject: clientId, requiredClaims: ['exp', 'iat', 'jti'] };
  if (method === 'client_secret_jwt') {
    const secret = new TextEncoder().encode(clientSecret);
    return (await jwtVerify(assertion, secret, { ...claims, algorithms: ['HS256'] })).payload;
  }
  if (decodeProtectedHeader(assertion).kid === undefined) throw new Error('kid is missing');
  return (await jwtVerify(assertion, createLocalJWKSet({ keys: [...keys] }), claims)).payload;
}

function assertClaims(
  { aud, jti = '', iat = 0, exp = Infinity }: JWTPayload,
  { issuer, spent }: AssertionExpectation,
): void {
  if (aud !== issuer) throw new Error('aud is not the issuer alone');
  if (exp - iat > MAX_LIFE) throw new Error('the assertion is valid for more than five minutes');
  if (jti === '' || spent.has(jti)) throw new Error('jti was used before');
  spent.add(jti);
}
