import type { JWK } from 'jose';
import type { ProviderDocument } from './fetch-document.js';
import { keyOf } from './token-response.js';

/** How many keys with the same `kid` are tried; a provider that rotates keys has two. */
const MAX_TRIES = 4;

/**
 * Returns the key set without members that are not keys, which would make the others unusable.
 * @see RFC 7517 section 5: unknown and unsuitable members should be ignored
 */
export function fitKeys(document: ProviderDocument): ProviderDocument {
  const { keys } = document;
  if (!Array.isArray(keys) || keys.every(isKey)) return document;
  return { ...document, keys: keys.filter(isKey) };
}

/**
 * Reduces a key set in which several keys have the `kid` of the token to the key that verifies its
 * signature. If none of them does, the set is unchanged, and the OAuth library refuses the token.
 * @param token - untrusted
 */
export async function withSoleKey(
  document: ProviderDocument,
  token: string,
): Promise<ProviderDocument> {
  const { kid } = keyOf(token) ?? {};
  const { keys } = document;
  if (typeof kid !== 'string' || !Array.isArray(keys)) return document;
  const named = keys.filter((key): key is JWK => isKey(key) && key.kid === kid);
  if (named.length < 2) return document;
  const alg = algorithmOf(token);
  for (const key of named.filter((one) => isFor(one, alg)).slice(0, MAX_TRIES)) {
    if (await verifies(token, key)) return { ...document, keys: [key] };
  }
  return document;
}

/**
 * Whether a key is for signatures with an algorithm: one key may be listed for several purposes.
 * @see RFC 7517 sections 4.2 to 4.4
 */
function isFor(
  { use = 'sig', key_ops: operations = ['verify'], alg }: JWK,
  wanted: string,
): boolean {
  return use === 'sig' && operations.includes('verify') && (alg ?? wanted) === wanted;
}

async function verifies(token: string, { kty, n, e, crv, x, y }: JWK): Promise<boolean> {
  try {
    const alg = algorithmOf(token);
    const { compactVerify, importJWK } = await import('jose');
    // Without `k`, a shared secret is not imported: every reader of the key set could sign with it.
    const key = await importJWK({ kty, n, e, crv, x, y }, alg);
    await compactVerify(token, key, { algorithms: [alg] });
    return true;
  } catch {
    return false;
  }
}

function algorithmOf(token: string): string {
  const { alg } = keyOf(token) ?? {};
  return typeof alg === 'string' ? alg : '';
}

function isKey(value: unknown): value is JWK {
  return (
    typeof value === 'object' && value !== null && 'kty' in value && typeof value.kty === 'string'
  );
}
