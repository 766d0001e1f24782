import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A plain OAuth 2.0 server that compares HTTP Basic credentials without decoding them. */
export interface NaiveServer {
  readonly url: string;
  readonly clientId: string;
  readonly clientSecret: string;
  close(): Promise<void>;
}

/** Starts a server with a single client and a single user. */
export async function startNaiveServer(
  clientId: string,
  clientSecret: string,
): Promise<NaiveServer> {
  const expected = `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`;
  const server = createServer((request, response) => {
    const { status, json } = responseTo(request, expected);
    response.writeHead(status, { 'content-type': 'application/json', connection: 'close' });
    response.end(JSON.stringify(json));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const close = (): Promise<void> => new Promise((resolve) => server.close(() => resolve()));
  return { url: `http://127.0.0.1:${port}`, clientId, clientSecret, close };
}

function responseTo({ url, headers }: IncomingMessage, expected: string) {
  if (url === '/user') return { status: 200, json: { id: 7, email: 'ada@example.com' } };
  if (headers.authorization !== expected) return { status: 401, json: { error: 'invalid_client' } };
  return { status: 200, json: { access_token: 'the-access-token', token_type: 'bearer' } };
}
