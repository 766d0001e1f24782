import { AuthError } from '../errors/auth.error.js';

/** Largest answer that is read, bytes. @see security bar H06 */
const MAX_BYTES = 1024 * 1024;

/**
 * A `fetch` for calls to providers: never follows a redirect, so that no credential reaches a second
 * host, and stops reading an answer that is too large.
 */
export function limitedFetch(base: typeof fetch) {
  return async (url: string, options: object): Promise<Response> => {
    const response = await base(url, { ...options, redirect: 'manual' });
    if (!response.body) return response;
    let received = 0;
    const counted = response.body.pipeThrough(
      new TransformStream<Uint8Array, Uint8Array>({
        transform(chunk, controller) {
          received += chunk.byteLength;
          if (received > MAX_BYTES)
            controller.error(new AuthError('the answer is larger than 1 MB'));
          else controller.enqueue(chunk);
        },
      }),
    );
    const { status, statusText, headers } = response;
    const limited = new Response(counted, { status, statusText, headers });
    Object.defineProperty(limited, 'url', { value: response.url });
    return limited;
  };
}
