import { call } from './call.js';
import { go, postForm, targetOf } from './post.js';
import type { Page } from './page.js';
import type { ProvidersResult, SignInResult, SignOutResult } from './results.js';
import { settle } from './session-store.js';

export interface RedirectOptions {
  /** The page to show afterwards. @default the current one */
  callbackUrl?: string;
  /** Whether the browser goes to that page. @default true */
  redirect?: boolean;
}

/** Every other member is a field of the form, such as `email` and `password`. */
export interface SignInParams extends RedirectOptions {
  /** Parameters for the provider's page, such as `login_hint`; the server states which it allows. */
  authorizationParams?: Readonly<Record<string, string>>;
  [field: string]: unknown;
}

/** Returns the ways to sign in; they are requested once. */
export async function readProviders(page: Page): Promise<ProvidersResult> {
  if (!page.providers) {
    const answer = await call<NonNullable<Page['providers']>>(page, 'providers', (body) => body);
    if (!answer.ok) return answer;
    page.providers = answer.body;
  }
  return { ok: true, providers: page.providers };
}

/** Signs in. Only a success leaves the page; a refusal is returned. */
export async function signInOn(
  page: Page,
  provider?: string,
  { redirect = true, callbackUrl, authorizationParams, ...fields }: SignInParams = {},
): Promise<SignInResult> {
  const target = targetOf(callbackUrl);
  if (provider === undefined) {
    const url = `${page.baseUrl}/signin?${new URLSearchParams(target && { callbackUrl: target })}`;
    if (redirect) go(url);
    return { ok: true, next: 'provider', url };
  }
  const listed = await readProviders(page);
  if (!listed.ok) return listed;
  const type = listed.providers[provider]?.type;
  if (!type || type === 'webauthn') {
    const known = Object.keys(listed.providers);
    const message = `${provider}: not in ${known}, or for @authnest/client/passkey`;
    return { ok: false, error: 'NotFound', message };
  }
  const isHere = type === 'credentials';
  const query = new URLSearchParams(authorizationParams);
  const path = `${isHere ? 'callback' : 'signin'}/${provider}?${query}`;
  const answer = await postForm(page, path, { ...fields, callbackUrl: target });
  if (!answer.ok) return answer;
  const { url } = answer.body;
  // Also before the browser leaves: the other tabs follow, and an address may differ in its hash.
  if (isHere) await page.reread?.();
  if (redirect) go(url);
  const next = type === 'email' ? type : 'provider';
  return { ok: true, next: isHere ? undefined : next, url };
}

/** Signs out. Without a network the page forgets the session, and the result is a failure. */
export async function signOutOf(
  page: Page,
  { redirect = true, callbackUrl }: RedirectOptions = {},
): Promise<SignOutResult> {
  const answer = await postForm(page, 'signout', { callbackUrl: targetOf(callbackUrl) });
  if (answer.ok || answer.error === 'Unreachable') settle(page, null);
  if (!answer.ok) return answer;
  const { url } = answer.body;
  if (redirect) go(url);
  return { ok: true, url };
}
