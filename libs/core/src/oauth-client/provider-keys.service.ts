import { Injectable } from '@nestjs/common';
import { AuthError } from '../errors/auth.error.js';
import { isWithin } from '../model/is-within.js';
import { DocumentCache, type Known } from './document-cache.js';
import type { ProviderDocument } from './fetch-document.js';
import { fitKeys } from './fit-keys.js';
import type { Outbound } from './outbound.js';
import type { KeyName } from './token-response.js';

/** How long a key set is trusted, and a withdrawn key may still be accepted, in milliseconds. */
const KEYS_LIFE = 5 * 60 * 1000;
/** Shortest time between two fetches because of unknown keys, in milliseconds. */
const COOL_DOWN = 60 * 1000;

/**
 * Fetches and caches the public keys of providers. Keys are replaced without notice, so a token
 * that names an unknown key triggers another fetch, but at most once a minute.
 * @see OpenID Connect Core section 10.1.1
 */
@Injectable()
export class ProviderKeysService {
  private readonly documents = new DocumentCache(
    'application/json, application/jwk-set+json',
    KEYS_LIFE,
  );
  /** When a key set was last fetched because of an unknown key. */
  private readonly renewed = new WeakMap<object, number>();

  /** Returns the key set to verify a token with. @throws {AuthError} when there is none */
  async get(outbound: Outbound, url: string, name: KeyName): Promise<ProviderDocument> {
    const began = Date.now();
    const known = await this.documents.get(outbound, url);
    if (!Array.isArray(known.document['keys'])) {
      this.documents.forget(outbound, url);
      throw new AuthError('`jwks_uri` of the provider did not return a JSON Web Key Set');
    }
    if (hasKey(known.document, name) || known.requestedAt >= began || !this.mayRenew(known)) {
      return fitKeys(known.document);
    }
    return fitKeys(await this.renew(outbound, url, known));
  }

  private async renew(outbound: Outbound, url: string, known: Known): Promise<ProviderDocument> {
    const now = Date.now();
    this.renewed.set(known, now);
    try {
      const renewed = await this.documents.renew(outbound, url);
      this.renewed.set(renewed, now);
      return renewed.document;
    } catch {
      // The known keys can still verify other tokens; the key of this token is not among them.
      return known.document;
    }
  }

  private mayRenew(known: Known): boolean {
    return !isWithin(COOL_DOWN, this.renewed.get(known) ?? 0);
  }
}

/** Whether the set has the named key. Without a `kid`, another fetch would not help to find it. */
function hasKey({ keys }: ProviderDocument, { kid }: KeyName): boolean {
  if (kid === undefined || !Array.isArray(keys)) return true;
  return keys.some((key: unknown) => isKeyNamed(key, kid));
}

function isKeyNamed(key: unknown, kid: unknown): boolean {
  return typeof key === 'object' && key !== null && 'kid' in key && key.kid === kid;
}
