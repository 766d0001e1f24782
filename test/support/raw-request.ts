import { request } from 'node:http';
import { connect } from 'node:net';
import type { TestApp } from './test-app.js';

/** A request as it is sent, byte for byte. */
export interface RawRequest {
  method?: string;
  /** As written in the request line, not normalized. */
  path: string;
  /** In order; a name can occur several times. `Host` is added if it is missing. */
  headers?: readonly (readonly [name: string, value: string])[];
  body?: string;
  /** A body to send in chunks, without a length. */
  chunked?: string;
}

/** A complete response. */
export interface RawResponse {
  status: number;
  /** With names in lower case, and joined as Node does. */
  headers: Record<string, string | string[] | undefined>;
  /** Every `Set-Cookie` line. */
  cookies: string[];
  text: string;
}

/** Sends a request that no URL parser has normalized; repeated headers stay repeated. */
export function sendRaw({ url }: Pick<TestApp, 'url'>, sent: RawRequest): Promise<RawResponse> {
  const { hostname, port, host } = new URL(url);
  const { method = 'GET', path, headers = [], body, chunked } = sent;
  const all = headers.some(([name]) => name.toLowerCase() === 'host')
    ? headers
    : [['Host', host] as const, ...headers];
  const length =
    chunked !== undefined ? [] : ['Content-Length', `${Buffer.byteLength(body ?? '')}`];
  const transfer = chunked === undefined ? [] : ['Transfer-Encoding', 'chunked'];
  return new Promise((resolve, reject) => {
    const options = { hostname, port, method, path, agent: false, setHost: false } as const;
    const outgoing = request(
      { ...options, headers: [...all.flat(), ...length, ...transfer] },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('error', reject);
        response.on('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            cookies: response.headers['set-cookie'] ?? [],
            text: Buffer.concat(chunks).toString('utf8'),
          }),
        );
      },
    );
    outgoing.on('error', reject);
    outgoing.end(body ?? chunked);
  });
}

/** Sends bytes and reads until the server closes the connection. @returns the response as text */
export function sendBytes({ url }: Pick<TestApp, 'url'>, bytes: string): Promise<string> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    const socket = connect(Number(port), hostname, () => socket.write(bytes));
    socket.on('data', (chunk: Buffer) => chunks.push(chunk));
    socket.on('error', reject);
    socket.on('close', () => resolve(Buffer.concat(chunks).toString('latin1')));
  });
}
