import { LRUCache } from 'lru-cache';
import { isWithin } from '../../model/is-within.js';
import { fetchDocument, type ProviderDocument } from './fetch-document.js';
import type { Outbound } from './outbound.js';

/** Maximum number of documents kept for each `fetch`. */
const MAX_DOCUMENTS = 500;

/** A document, and when it was requested, in milliseconds since the epoch. */
export interface Known {
  readonly document: ProviderDocument;
  readonly requestedAt: number;
}

/**
 * Caches documents by URL for a limited time. Concurrent callers share one fetch, and a failure is
 * never cached. Documents are kept by value and by `fetch`, so that a configuration that is created
 * for each request finds them again. Fetches with different timeouts are not shared.
 * @see docs/design/security-bar.md B16, B22, H08
 */
export class DocumentCache {
  private readonly byFetch = new WeakMap<typeof fetch, LRUCache<string, Known>>();
  private readonly underWay = new WeakMap<typeof fetch, Map<string, Promise<Known>>>();

  /**
   * @param accept - the media types of the documents
   * @param lifeMs - how long a document is trusted
   * @param assertUsable - throws if a document must not be kept
   */
  constructor(
    private readonly accept: string,
    private readonly lifeMs: number,
    private readonly assertUsable: (document: ProviderDocument, url: string) => void = () => {},
  ) {}

  /** Returns the document at a URL. @throws {AuthError} when it cannot be fetched or used */
  get(outbound: Outbound, url: string): Promise<Known> {
    const known = this.knownBy(outbound).get(url);
    const isFresh = known !== undefined && isWithin(this.lifeMs, known.requestedAt);
    return isFresh ? Promise.resolve(known) : this.renew(outbound, url);
  }

  /**
   * Fetches the document again. If that fails, the known one is kept. A caller may join a fetch
   * just before its timeout, so after a failure one more fetch is made for the callers that joined.
   */
  renew(outbound: Outbound, url: string): Promise<Known> {
    const flights = this.flightsBy(outbound);
    const key = `${outbound.timeoutMs} ${url}`;
    const begin = (): Promise<Known> => {
      const flight = this.load(outbound, url).finally(() => flights.delete(key));
      flights.set(key, flight);
      return flight;
    };
    return flights.get(key)?.catch(() => flights.get(key) ?? begin()) ?? begin();
  }

  /** Removes a document that turned out to be unusable. */
  forget(outbound: Outbound, url: string): void {
    this.knownBy(outbound).delete(url);
  }

  private async load(outbound: Outbound, url: string): Promise<Known> {
    const requestedAt = Date.now();
    const document = await fetchDocument(outbound, url, this.accept);
    this.assertUsable(document, url);
    const known = { document, requestedAt };
    this.knownBy(outbound).set(url, known);
    return known;
  }

  private knownBy({ fetch: by }: Outbound): LRUCache<string, Known> {
    const found = this.byFetch.get(by) ?? new LRUCache<string, Known>({ max: MAX_DOCUMENTS });
    this.byFetch.set(by, found);
    return found;
  }

  private flightsBy({ fetch: by }: Outbound): Map<string, Promise<Known>> {
    const found = this.underWay.get(by) ?? new Map<string, Promise<Known>>();
    this.underWay.set(by, found);
    return found;
  }
}
