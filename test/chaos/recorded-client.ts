import { type ClientResponse, CookieClient } from '@authnest/testing';
import type { Timeline } from './timeline.js';

/** The request had no reliable response. */
export class NoResponse extends Error {}

/** A browser that records a failed request, and gives it up. */
export class RecordedClient extends CookieClient {
  constructor(
    url: string,
    private readonly timeline: Timeline,
    network: string,
  ) {
    super(url, { headers: { 'x-test-network': network } });
  }

  /** @throws {NoResponse} for a server that is gone, and for a response that says that it failed */
  override async request(
    ...[method, path, headers, body]: Parameters<CookieClient['request']>
  ): Promise<ClientResponse> {
    const sent = Date.now();
    const what = `${method} ${path.replace(/\?.*/, '')}`;
    try {
      const response = await super.request(method, path, headers, body);
      if (response.status < 500 && !isFailure(response)) return response;
      this.timeline.fail(`${what}: ${response.status} ${response.location ?? ''}`, sent);
    } catch (error) {
      this.timeline.fail(`${what}: ${String(error)}`, sent);
    }
    throw new NoResponse(what);
  }
}

/** A failed sign-in redirects the browser to a page that reports it. */
function isFailure({ location }: ClientResponse): boolean {
  return location?.includes('error=Configuration') === true;
}
