import { AuthError, type UserinfoContext } from '@authnest/core';

/** The part of the context that is needed to send a request. */
type RequestContext = Pick<UserinfoContext, 'fetch' | 'tokens'>;

/** Returns the userinfo URL, which an option may have changed. */
export function userinfoUrl({ provider }: Pick<UserinfoContext, 'provider'>): string {
  return provider.userinfo?.url ?? '';
}

/**
 * Sends a request with the access token to the provider, and returns the JSON response.
 * @param init - overrides the default request, which is a GET with the token in a header
 * @throws {AuthError} if the status is not 2xx; the message contains only the host, since the URLs
 * of some providers contain the token
 */
export async function readJson<T>(
  context: RequestContext,
  url: string | URL,
  init: RequestInit = {},
): Promise<T> {
  const response = await send(context, url, init);
  if (!response.ok) throw new AuthError(`${new URL(url).host} responded with ${response.status}`);
  // Not validated: mappings treat every member as optional.
  return (await response.json()) as T;
}

/** Like {@link readJson}, for optional data. @returns undefined if the provider refuses */
export async function readJsonIfAllowed<T>(
  context: RequestContext,
  url: string | URL,
): Promise<T | undefined> {
  const response = await send(context, url, {});
  return response.ok ? ((await response.json()) as T) : undefined;
}

function send(
  { fetch: fetchOf, tokens }: RequestContext,
  url: string | URL,
  init: RequestInit,
): Promise<Response> {
  const headers = new Headers({
    accept: 'application/json',
    authorization: `Bearer ${tokens.access_token}`,
    'user-agent': 'authnest',
  });
  new Headers(init.headers).forEach((value, name) => headers.set(name, value));
  return fetchOf(new URL(url).href, { ...init, headers });
}
