import type { ServerResponse } from 'node:http';

/** The response of an endpoint. Its body is `json` or, without it, `body`; the default is empty. */
export interface FakeAnswer {
  /** @default 200 */
  readonly status?: number;
  /** Names in lower case; they replace the default headers of the body. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly json?: unknown;
  /** A string, bytes, or chunks of them; an iterable that throws breaks the connection. */
  readonly body?: string | Uint8Array | AsyncIterable<string | Uint8Array>;
}

/** A response or none: `'silence'` keeps the connection open for ever, `'reset'` closes it. */
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
  // One listener for the whole body: one per chunk would be reported as a leak.
  const closed = new Promise((resolve) => response.once('close', resolve));
  try {
    for await (const piece of pieces) {
      if (response.destroyed) return;
      // Waits until the client reads on: an endless body would fill the memory.
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
