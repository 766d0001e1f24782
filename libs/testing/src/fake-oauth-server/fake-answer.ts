import type { ServerResponse } from 'node:http';

/** What an endpoint sends. The body is `json`, else `body`, else empty. */
export interface FakeAnswer {
  /** @default 200 */
  readonly status?: number;
  /** Names in lower case; they replace those that go with the body. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly json?: unknown;
  /** Text, bytes, or pieces of them; pieces that throw break the connection in the middle. */
  readonly body?: string | Uint8Array | AsyncIterable<string | Uint8Array>;
}

/** A response, or none: `'silence'` keeps the connection open for ever, `'reset'` breaks it. */
export type FakeOutcome = FakeAnswer | 'silence' | 'reset';

/** Sends what an endpoint decided; never rejects. */
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
  // One listener for the whole body: one for each piece would be reported as a leak.
  const closed = new Promise((resolve) => response.once('close', resolve));
  try {
    for await (const piece of pieces) {
      if (response.destroyed) return;
      // What the other side does not take is not made: an endless body would fill the memory.
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
