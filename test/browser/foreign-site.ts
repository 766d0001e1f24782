import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A site of somebody else, whose pages frame what they are told to. */
export interface ForeignSite {
  readonly url: string;
  /** Address of a page with one frame for each URL. */
  framing(urls: readonly string[]): string;
  close(): Promise<void>;
}

export async function startForeignSite(): Promise<ForeignSite> {
  const server = createServer((request, response) => {
    const urls = new URL(request.url ?? '/', 'http://foreign').searchParams.getAll('frame');
    response.setHeader('Content-Type', 'text/html');
    response.end(
      urls.map((url) => `<iframe src="${url.replaceAll('&', '&amp;')}"></iframe>`).join(''),
    );
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    framing: (urls) => `${url}/?${new URLSearchParams(urls.map((target) => ['frame', target]))}`,
    close: async () => {
      server.closeAllConnections();
      await once(server.close(), 'close');
    },
  };
}
