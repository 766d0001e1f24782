import type { ClientResponse, PostOptions } from '@authnest/testing';
import type { CheckedClient } from './test-app.js';

/**
 * Posts a callback as the provider's page does, from another site, and follows the redirect as a
 * browser does. @returns the response after the redirect, or to the post if it was refused
 */
export async function postCallback(
  browser: CheckedClient,
  path: string,
  { form, headers }: Omit<PostOptions, 'json'>,
): Promise<ClientResponse> {
  // A cross-site post sends no `SameSite=Lax` cookies; other cookies do not matter here.
  const posted = await browser.post(path, { form, headers: { cookie: '', ...headers } });
  if (posted.status !== 303) return posted;
  // Only its path is used: behind a proxy, the client does not connect to the public origin.
  const { pathname, search } = new URL(posted.location ?? '');
  return browser.get(pathname + search);
}
