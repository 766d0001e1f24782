import type { ClientResponse, PostOptions } from '@authnest/testing';
import type { CheckedClient } from './test-app.js';

/**
 * Posts a callback as the provider's page does, from another site, and follows the redirect as a
 * browser does. @returns the response to what was followed; to the post itself where it was refused
 */
export async function postCallback(
  browser: CheckedClient,
  path: string,
  { form, headers }: Omit<PostOptions, 'json'>,
): Promise<ClientResponse> {
  // No cookie that says `SameSite=Lax` comes with the post; those of Auth.js never matter to us.
  const posted = await browser.post(path, { form, headers: { cookie: '', ...headers } });
  if (posted.status !== 303) return posted;
  // By its path: behind a proxy the public origin is not the one that the client connects to.
  const { pathname, search } = new URL(posted.location ?? '');
  return browser.get(pathname + search);
}
