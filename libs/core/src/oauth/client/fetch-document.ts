import { AuthError } from '../../errors/auth.error.js';
import { toError } from '../../errors/to-error.js';
import { isLocalhost } from '../../model/hosts.js';
import { withTimeout } from '../../model/with-timeout.js';
import { boundedFetch, type Outbound } from './outbound.js';

/** A JSON document from a provider: its metadata or its keys. */
export type ProviderDocument = Readonly<Record<string, unknown>>;

/**
 * Reads a document that a provider publishes.
 * @param accept - the media types that it may have, as in the `Accept` header
 * @throws {AuthError} for anything but a JSON object with status 200
 */
export async function fetchDocument(
  { fetch, timeoutMs }: Outbound,
  url: string,
  accept: string,
): Promise<ProviderDocument> {
  const bounded = boundedFetch(fetch, AbortSignal.timeout(timeoutMs));
  const read = async (): Promise<unknown> => {
    const response = await bounded(url, { headers: { accept } }).catch((thrown: unknown) => {
      throw new AuthError(`${placeOf(url)} could not be reached${hintOf(url)}`, {
        err: toError(thrown),
      });
    });
    if (response.status === 200) return parsed(await response.text());
    await response.body?.cancel();
    throw new AuthError(`${placeOf(url)} responded with ${response.status}`);
  };
  // A second timeout, for a fetch that ignores its signal.
  const document = await withTimeout(read(), timeoutMs, placeOf(url));
  if (isDocument(document)) return document;
  throw new AuthError(`${placeOf(url)} did not return a JSON object`);
}

/** In a container, localhost is the container itself. @see docs/design/security-bar.md RP15 */
function hintOf(url: string): string {
  return isLocalhost(new URL(url).hostname)
    ? '; if this application runs in a container, reach the provider by its name there, with the option `fetch` of the provider'
    : '';
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isDocument(value: unknown): value is ProviderDocument {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns the URL for messages, without the query, which might contain secrets. */
function placeOf(url: string): string {
  const { origin, pathname } = new URL(url);
  return origin + pathname;
}
