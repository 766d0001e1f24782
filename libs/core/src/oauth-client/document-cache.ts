import { LRUCache } from 'lru-cache';
import { isWithin } from '../model/is-within.js';
import { fetchDocument, type ProviderDocument } from './fetch-document.js';
import type { Outbound } from './outbound.js';

/** How many documents are kept for each `fetch`. */
const MAX_DOCUMENTS = 500;

/** A document, and when it was requested, milliseconds since the epoch. */
export interface Known {
  readonly document: ProviderDocument;
  readonly requestedAt: number;
}

/**
 * Documents by their URL, each fetched once at a time, trusted for a while, and a failure never
 * remembered. They are kept by value and by `fetch`, so that a configuration which is made for each
 * request finds them again, and one with a timeout of its own never waits for that of another.
 * @see docs/design/security-bar.md B16, B22, H08
 */
export class DocumentCache {
  private readonly byFetch = new WeakMap<typeof fetch, LRUCache<string, Known>>();
  private readonly underWay = new WeakMap<typeof fetch, Map<string, Promise<Known>>>();

  /**
   * @param accept - the media types of the documents
   * @param lifeMs - how long one is trusted
   * @param assertUsable - throws for one that must not be kept
   */
  constructor(
    private readonly accept: string,
    private readonly lifeMs: number,
    private readonly assertUsable: (document: ProviderDocument, url: string) => void = () => {},
  ) {}

  /** The document at a URL. @throws {AuthError} when it cannot be fetched; the next call tries again */
  get(outbound: Outbound, url: string): Promise<Known> {
    const known = this.knownBy(outbound).get(url);
    const isFresh = known !== undefined && isWithin(this.lifeMs, known.requestedAt);
    return isFresh ? Promise.resolve(known) : this.renew(outbound, url);
  }

  /**
   * Fetches it anew; while that fails, what is known stays. A caller that joins a fetch under way
   * may find that its time is almost over, so one more is made for those where it fails.
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

  /** For a document that turned out to be of no use. */
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
