import { once } from 'node:events';
import { createServer, get, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { keepPrivate } from './keep-private.js';

/** The forms in which Node accepts headers, with the same headers. */
const FORMS: readonly [string, Parameters<ServerResponse['writeHead']>[1]][] = [
  ['an object', { 'Cache-Control': 'public', vary: 'Accept', 'set-cookie': ['a=1', 'b=2'] }],
  [
    'names and values',
    ['Cache-Control', 'public', 'vary', 'Accept', 'set-cookie', 'a=1', 'set-cookie', 'b=2'],
  ],
];

describe('keepPrivate', () => {
  it.each(FORMS)('replaces what caches read in headers given as %s (N7)', async (_, headers) => {
    const { headers: sent } = await responseOf((response) => {
      keepPrivate(response);
      response.writeHead(200, headers).end();
    });

    expect(sent['cache-control']).toBe('private, no-cache, no-store');
    expect(sent.vary).toBe('Accept, Cookie');
    expect(sent['set-cookie']).toEqual(['a=1', 'b=2']);
  });
});

/** Sends a request to a server with this handler. */
async function responseOf(handle: (response: ServerResponse) => void): Promise<IncomingMessage> {
  const server = createServer((_, response) => handle(response)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const [response] = (await once(get({ port, agent: false }), 'response')) as [IncomingMessage];
  response.resume();
  await once(response, 'end');
  await once(server.close(), 'close');
  return response;
}
