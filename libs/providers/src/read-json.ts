import { AuthError, type UserinfoContext } from '@authnest/core';

/** The context that a userinfo handler needs to send a request. */
type RequestContext = Pick<UserinfoContext, 'fetch' | 'tokens'>;

/** The userinfo URL, which an option may have changed. */
export function userinfoUrl({ provider }: Pick<UserinfoContext, 'provider'>): string {
  return provider.userinfo?.url ?? '';
}

/**
 * Sends a request to the provider with the access token.
 * @param init - overrides a GET with the token, including its headers
 * @throws {AuthError} when the response is not JSON with status 2xx; the message names the host only,
 * since some providers have the token in the path
 */
export async function readJson<T>(
  context: RequestContext,
  url: string | URL,
  init: RequestInit = {},
): Promise<T> {
  const response = await send(context, url, init);
  if (!response.ok) throw new AuthError(`${new URL(url).host} responded with ${response.status}`);
  // Mappings treat every member as optional.
  return (await response.json()) as T;
}

/** The same for optional permissions. @returns undefined if the provider refuses */
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
