import type { ReadResponse } from './response-reader.js';

/** Makes the requests of one kind of flow, as the bytes that go over the wire. */
export interface Script {
  /** The first request of the next flow. */
  begin(): Buffer;
  /** The request after a response; undefined when the flow is over. Absent: a flow is one request. */
  proceed?(response: ReadResponse, step: number): Buffer | undefined;
}

/** Whom the requests are for. */
export const HOST = 'bench.example';

/** Writes a request with as few headers as a client can send. */
export function requestBytes(
  line: string,
  headers: Readonly<Record<string, string>> = {},
  body = '',
): Buffer {
  const all = { host: HOST, accept: 'application/json', ...headers };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.from(`${line} HTTP/1.1\r\n${lines.join('')}\r\n${body}`, 'latin1');
}

/** Sends prepared requests in turn. */
export function inTurn(requests: readonly Buffer[]): Script {
  let at = -1;
  return {
    begin(): Buffer {
      at = (at + 1) % requests.length;
      return requests[at]!;
    },
  };
}
