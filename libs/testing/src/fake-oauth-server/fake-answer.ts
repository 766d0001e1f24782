import type { ServerResponse } from 'node:http';

/** The response of an endpoint. Its body is `json`, or `body` if there is no `json`. */
export interface FakeAnswer {
  /** @default 200 */
  readonly status?: number;
  /** Names must be in lower case; they override the default headers. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly json?: unknown;
  /** A string, bytes, or chunks; if the iterable throws, the connection breaks. @default '' */
  readonly body?: string | Uint8Array | AsyncIterable<string | Uint8Array>;
}

/** A response, or none: `'silence'` keeps the connection open, `'reset'` closes it. */
export type FakeOutcome = FakeAnswer | 'silence' | 'reset';

/** Sends the response of an endpoint; never rejects. */
export async function sendResponse(response: ServerResponse, outcome: FakeOutcome): Promise<void> {
  if (outcome === 'silence') return;
  if (outcome === 'reset') return void response.destroy();
  const { status = 200, headers, json, body = '' } = outcome;
  const type = json === undefined ? 'text/html; charset=utf-8' : 'application/json';
  response.writeHead(status, { 'content-type': type, 'cache-control': 'no-store', ...headers });
  if (json !== undefined) return void response.end(JSON.stringify(json));
  if (typeof body === 'string' || body instanceof Uint8Array) return void response.end(body);
  await sendPieces(response, body);
}

async function sendPieces(
  response: ServerResponse,
  pieces: AsyncIterable<string | Uint8Array>,
): Promise<void> {
  // One listener for the whole body: Node would report one per chunk as a leak.
  const closed = new Promise((resolve) => response.once('close', resolve));
  try {
    for await (const piece of pieces) {
      if (response.destroyed) return;
      // Waits until the client reads more: otherwise an endless body would fill the memory.
      if (!response.write(piece)) await Promise.race([drained(response), closed]);
    }
    response.end();
  } catch {
    response.destroy();
  }
}

function drained(response: ServerResponse): Promise<unknown> {
  return new Promise((resolve) => response.once('drain', resolve));
}
