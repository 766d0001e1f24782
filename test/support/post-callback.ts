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
  // No `SameSite=Lax` cookie is sent with the post; those of Auth.js do not matter here.
  const posted = await browser.post(path, { form, headers: { cookie: '', ...headers } });
  if (posted.status !== 303) return posted;
  // By its path: behind a proxy the public origin is not the one that the client connects to.
  const { pathname, search } = new URL(posted.location ?? '');
  return browser.get(pathname + search);
}
