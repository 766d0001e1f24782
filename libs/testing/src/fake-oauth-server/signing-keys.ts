import { randomUUID } from 'node:crypto';
import { exportJWK, generateKeyPair, type CryptoKey, type JWK } from 'jose';

/** The signing algorithms of the provider; `HS256` uses the client secret as its key. */
export type FakeSigningAlgorithm = 'RS256' | 'PS256' | 'ES256' | 'EdDSA' | 'HS256';

/** A key of the provider, with its public key as published in the key set. */
export interface FakeSigningKey {
  readonly alg: string;
  readonly kid: string;
  readonly privateKey: CryptoKey;
  readonly publicJwk: JWK;
}

/** The keys of a provider: one for each algorithm, generated on first use. */
export class SigningKeys {
  private readonly keys = new Map<string, Promise<FakeSigningKey>>();

  /** Returns the current key for an algorithm. */
  get(alg: string): Promise<FakeSigningKey> {
    const found = this.keys.get(alg);
    if (found) return found;
    const made = makeSigningKey(alg);
    this.keys.set(alg, made);
    return made;
  }

  /** Removes all keys: new tokens are signed with new keys, and the key set has only those. */
  rotate(): void {
    this.keys.clear();
  }

  /** Returns the key set. @see RFC 7517 section 5 */
  async jwks(): Promise<{ keys: JWK[] }> {
    const keys = await Promise.all(this.keys.values());
    return { keys: keys.map(({ publicJwk }) => publicJwk) };
  }
}

/** Generates a key pair with a random `kid`; also used for keys that are not published. */
async function makeSigningKey(alg: string): Promise<FakeSigningKey> {
  const { publicKey, privateKey } = await generateKeyPair(alg, { extractable: true });
  const kid = randomUUID();
  const publicJwk = { ...(await exportJWK(publicKey)), kid, alg, use: 'sig' };
  return { alg, kid, privateKey, publicJwk };
}
