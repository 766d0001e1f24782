import { type ClientResponse, CookieClient } from '@authnest/testing';
import type { Timeline } from './timeline.js';

/** Thrown if a request fails. */
export class NoResponse extends Error {}

/** A client that records failed requests in the timeline, and does not repeat them. */
export class RecordedClient extends CookieClient {
  constructor(
    url: string,
    private readonly timeline: Timeline,
    network: string,
  ) {
    super(url, { headers: { 'x-test-network': network } });
  }

  /** @throws {NoResponse} if the server does not respond, or the response reports a failure */
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

/** Whether a response redirects to the page that reports a failed sign-in. */
function isFailure({ location }: ClientResponse): boolean {
  return location?.includes('error=Configuration') === true;
}
