import { connect } from 'node:net';
import type { RawResponse } from './raw-request.js';

/** A request that is sent as bytes, so that nothing normalizes the target. */
export interface WireRequest {
  method: string;
  /** Each character is sent as one byte. */
  target: string;
  headers: Readonly<Record<string, string>>;
  body?: string;
}

/** Sends bytes and reads until the server closes. @returns status 0 if there was no response */
export function sendOnWire(url: string, { method, target, headers, body = '' }: WireRequest) {
  const { hostname, port } = new URL(url);
  const all = { ...headers, connection: 'close', 'content-length': `${Buffer.byteLength(body)}` };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`);
  const head = [`${method} ${target} HTTP/1.1`, ...lines, '', ''].join('\r\n');
  return new Promise<RawResponse>((resolve) => {
    const chunks: Buffer[] = [];
    const socket = connect(Number(port), hostname, () => socket.write(head + body, 'latin1'));
    socket.on('data', (chunk: Buffer) => chunks.push(chunk));
    // A server that refuses a line might close the connection before it has read the rest.
    socket.on('error', () => undefined);
    socket.on('close', () => resolve(parseResponse(Buffer.concat(chunks).toString('latin1'))));
  });
}

function parseResponse(text: string): RawResponse {
  const [head = '', ...rest] = text.split('\r\n\r\n');
  const [line = '', ...lines] = head.split('\r\n');
  const fields = lines.map((field) => [
    field.slice(0, field.indexOf(':')).toLowerCase(),
    field.slice(field.indexOf(':') + 1).trim(),
  ]);
  return {
    status: Number(line.split(' ')[1] ?? 0),
    headers: Object.fromEntries(fields) as Record<string, string>,
    cookies: fields.flatMap(([name, value = '']) => (name === 'set-cookie' ? [value] : [])),
    // Chunk lengths are removed, because they would split addresses.
    text: rest.join('\r\n\r\n').replace(/(?:^|\r\n)[0-9a-f]+\r\n/gi, ''),
  };
}
