import type { ReadResponse } from './response-reader.js';

/** Creates the requests of one kind of flow, as bytes. */
export interface Script {
  /** Returns the first request of the next flow. */
  begin(): Buffer;
  /** Returns the next request of a flow, or undefined at its end. None if a flow is one request. */
  proceed?(response: ReadResponse, step: number): Buffer | undefined;
}

/** Value of the `Host` header. */
export const HOST = 'bench.example';

/** Returns a request with few headers. */
export function requestBytes(
  line: string,
  headers: Readonly<Record<string, string>> = {},
  body = '',
): Buffer {
  const all = { host: HOST, accept: 'application/json', ...headers };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.from(`${line} HTTP/1.1\r\n${lines.join('')}\r\n${body}`, 'latin1');
}

/** Sends prepared requests in order, over and over. */
export function inTurn(requests: readonly Buffer[]): Script {
  let at = -1;
  return {
    begin(): Buffer {
      at = (at + 1) % requests.length;
      return requests[at]!;
    },
  };
}
