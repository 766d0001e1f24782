import { Injectable } from '@nestjs/common';
import { AuthError } from '../../errors/auth.error.js';
import { isWithin } from '../../model/is-within.js';
import { DocumentCache, type Known } from './document-cache.js';
import type { ProviderDocument } from './fetch-document.js';
import { fitKeys } from './fit-keys.js';
import { KeysNotRenewed } from './keys-not-renewed.js';
import type { Outbound } from './outbound.js';
import type { KeyName } from './token-response.js';

/** How long a key set is trusted, and a withdrawn key may still be accepted, in milliseconds. */
const KEYS_LIFE = 5 * 60 * 1000;
/** Shortest time between two fetches because of unknown keys, in milliseconds. */
const COOL_DOWN = 60 * 1000;

/** A fetch because of an unknown key, at most one for each known set. */
interface Renewal {
  readonly startedAt: number;
  readonly kid: unknown;
  /** The new set, or undefined if it could not be fetched. */
  readonly work: Promise<Known | undefined>;
}

/** A key set, and whether it is certain that a key which it lacks does not exist. */
interface Answer {
  readonly document: ProviderDocument;
  readonly isCertain: boolean;
  readonly known: Known;
}

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
  /** The last fetch because of an unknown key, by the key set before it and by the one after it. */
  private readonly renewals = new WeakMap<Known, Renewal>();

  /** Returns the key set to verify a token with. @throws {AuthError} when there is none */
  async get(outbound: Outbound, url: string, name: KeyName): Promise<ProviderDocument> {
    return fitKeys((await this.find(outbound, url, name)).document);
  }

  /**
   * Like `get`, for a token whose sender gives up after a refusal.
   * @throws {KeysNotRenewed} when the key is unknown, and may exist at the provider
   */
  async getCertain(outbound: Outbound, url: string, name: KeyName): Promise<ProviderDocument> {
    const { document, isCertain, known } = await this.find(outbound, url, name);
    if (isCertain) return fitKeys(document);
    const startedAt = this.renewals.get(known)?.startedAt ?? Date.now();
    throw new KeysNotRenewed(Math.max(1, Math.ceil((startedAt + COOL_DOWN - Date.now()) / 1000)));
  }

  private async find(outbound: Outbound, url: string, name: KeyName): Promise<Answer> {
    const began = Date.now();
    const known = await this.documents.get(outbound, url);
    if (!hasKeys(known)) {
      this.documents.forget(outbound, url);
      throw new AuthError('`jwks_uri` of the provider did not return a JSON Web Key Set');
    }
    if (hasKey(known.document, name) || known.requestedAt >= began) {
      return { document: known.document, isCertain: true, known };
    }
    const renewal = this.renewalOf(known) ?? this.renew(outbound, url, { known, kid: name.kid });
    const renewed = await renewal.work;
    // The known keys can still verify other tokens; the key of this token is not among them.
    const { document } = renewed ?? known;
    const wasSought = renewed !== undefined && renewal.kid === name.kid;
    return { document, isCertain: wasSought || hasKey(document, name), known };
  }

  private renew(
    outbound: Outbound,
    url: string,
    { known, kid }: { readonly known: Known; readonly kid: unknown },
  ): Renewal {
    const work = this.documents.renew(outbound, url).then(
      (renewed) => {
        this.renewals.set(renewed, renewal);
        return hasKeys(renewed) ? renewed : undefined;
      },
      () => undefined,
    );
    const renewal = { startedAt: Date.now(), kid, work };
    this.renewals.set(known, renewal);
    return renewal;
  }

  /** Returns the last renewal during the cool-down, also while it is in progress. */
  private renewalOf(known: Known): Renewal | undefined {
    const renewal = this.renewals.get(known);
    return renewal && isWithin(COOL_DOWN, renewal.startedAt) ? renewal : undefined;
  }
}

function hasKeys({ document }: Known): boolean {
  return Array.isArray(document['keys']);
}

/** Whether the set has the named key. Without a `kid`, another fetch would not help to find it. */
function hasKey({ keys }: ProviderDocument, { kid }: KeyName): boolean {
  if (kid === undefined || !Array.isArray(keys)) return true;
  return keys.some((key: unknown) => isKeyNamed(key, kid));
}

function isKeyNamed(key: unknown, kid: unknown): boolean {
  return typeof key === 'object' && key !== null && 'kid' in key && key.kid === kid;
}
