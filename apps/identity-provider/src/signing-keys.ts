import { generateKeyPair, randomUUID, type KeyObject } from 'node:crypto';
import { promisify } from 'node:util';
import type { JWK, JWKS } from 'oidc-provider';

const generate = promisify(generateKeyPair);

/**
 * Generates one private key per family of signature algorithms: RSA (RS256, PS256), EC P-256
 * (ES256) and Ed25519 (EdDSA). Private keys are never written to disk, so a restart needs new ones.
 * @see RFC 7517; RFC 8037 for Ed25519
 */
export async function generateSigningKeys(): Promise<JWKS> {
  const pairs = await Promise.all([
    generate('rsa', { modulusLength: 2048 }),
    generate('ec', { namedCurve: 'P-256' }),
    generate('ed25519'),
  ]);

  return { keys: pairs.map(({ privateKey }) => toSigningJwk(privateKey)) };
}

function toSigningJwk(key: KeyObject): JWK {
  const { kty = '', ...members } = key.export({ format: 'jwk' });

  return { ...members, kty, kid: randomUUID(), use: 'sig' };
}
