import { createServer } from 'node:http';
import { LoopbackServer } from '../support/loopback-server.js';

/** A third-party site whose pages embed given URLs in frames. */
export class ForeignSite extends LoopbackServer {
  static async start(): Promise<ForeignSite> {
    const server = createServer((request, response) => {
      const urls = new URL(request.url ?? '/', 'http://foreign').searchParams.getAll('frame');
      response.setHeader('Content-Type', 'text/html');
      response.end(
        urls.map((url) => `<iframe src="${url.replaceAll('&', '&amp;')}"></iframe>`).join(''),
      );
    });
    return new ForeignSite(server).listen();
  }

  /** Returns the URL of a page with one frame for each of the URLs. */
  framing(urls: readonly string[]): string {
    return `${this.url}/?${new URLSearchParams(urls.map((target) => ['frame', target]))}`;
  }
}
