import { AuthError } from '../../errors/auth.error.js';

/** Largest response that is read, in bytes. @see docs/design/security-bar.md H06 */
const MAX_BYTES = 1024 * 1024;

/** How a provider is called. */
export interface Outbound {
  readonly fetch: typeof fetch;
  /** Timeout for one call, in milliseconds. */
  readonly timeoutMs: number;
}

/**
 * Returns a `fetch` for calls to providers: it never follows a redirect, so that no credential
 * reaches a second host, stops reading a response that is too large, and stops when time is up.
 * @param over - aborts all calls that belong together
 * @see docs/design/security-bar.md H06, H07
 */
export function boundedFetch(base: typeof fetch, over: AbortSignal): typeof fetch {
  return async (input, init) => {
    const own = init?.signal ?? (input instanceof Request ? input.signal : undefined);
    const signal = own ? AbortSignal.any([own, over]) : over;
    return limited(await base(input, { ...init, redirect: 'manual', signal }));
  };
}

/** Limits the size of a response: reading it fails if it is too large. */
function limited(response: Response): Response {
  if (!response.body) return response;
  let received = 0;
  const counted = response.body.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        received += chunk.byteLength;
        if (received > MAX_BYTES)
          controller.error(new AuthError('the response is larger than 1 MB'));
        else controller.enqueue(chunk);
      },
    }),
  );
  const { status, statusText, headers } = response;
  const copy = new Response(counted, { status, statusText, headers });
  return Object.defineProperty(copy, 'url', { value: response.url });
}
