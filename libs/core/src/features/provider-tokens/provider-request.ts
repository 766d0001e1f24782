import { ProviderTokenMissing } from '../../errors/provider-token.errors.js';
import { isLocalhost } from '../../model/hosts.js';

/** Largest stream that is kept so that it can be sent again, in bytes. */
const MOST_KEPT = 1024 * 1024;

/**
 * Allows a request with a token only to a listed origin, over https, or http on localhost.
 * @throws {ProviderTokenMissing} for every other URL
 */
export function assertAudience(
  url: string | URL,
  { provider, origins }: { readonly provider: string; readonly origins: readonly string[] },
): URL {
  const target = URL.canParse(`${url}`) ? new URL(url) : undefined;
  const isSafe =
    target?.protocol === 'https:' || (target?.protocol === 'http:' && isLocalhost(target.hostname));
  const isNamed = target && target.username === '' && target.password === '';
  if (target && isSafe && isNamed && origins.includes(target.origin)) return target;
  throw new ProviderTokenMissing('audience', provider);
}

/** A body, and whether it can be sent a second time. */
export interface SentBody {
  readonly body: RequestInit['body'];
  readonly isRepeatable: boolean;
}

/**
 * Reads a stream into memory; one that is too large to keep remains a stream.
 * @throws the reason of the signal if it aborts meanwhile; the stream is cancelled then
 */
export async function repeatableBody(
  body: RequestInit['body'],
  signal: AbortSignal,
): Promise<SentBody> {
  if (!(body instanceof ReadableStream)) return { body, isRepeatable: !isIterable(body) };
  const reader = (body as ReadableStream<Uint8Array>).getReader();
  // Also ends the read that is in progress.
  const stop = (): void => void reader.cancel(signal.reason).catch(() => undefined);
  if (signal.aborted) stop();
  signal.addEventListener('abort', stop, { once: true });
  try {
    const read = await readUpTo(reader, MOST_KEPT);
    signal.throwIfAborted();
    return read;
  } finally {
    signal.removeEventListener('abort', stop);
  }
}

async function readUpTo(
  reader: ReadableStreamDefaultReader<Uint8Array>,
  most: number,
): Promise<SentBody> {
  const chunks: Uint8Array[] = [];
  for (let size = 0; size <= most;) {
    const { done, value } = await reader.read();
    if (done) return { body: Buffer.concat(chunks), isRepeatable: true };
    chunks.push(value);
    size += value.byteLength;
  }
  return { body: continued(chunks, reader), isRepeatable: false };
}

/** Whether the body is a stream of another type that Node accepts besides web streams. */
function isIterable(body: unknown): boolean {
  return typeof body === 'object' && body !== null && Symbol.asyncIterator in body;
}

function continued(
  chunks: Uint8Array[],
  reader: ReadableStreamDefaultReader<Uint8Array>,
): ReadableStream<Uint8Array> {
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      const kept = chunks.shift();
      if (kept) return controller.enqueue(kept);
      const { done, value } = await reader.read();
      if (done) controller.close();
      else controller.enqueue(value);
    },
    cancel: (reason) => reader.cancel(reason),
  });
}
