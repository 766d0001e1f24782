import { type Answer, call } from './call.js';
import type { Failure } from './failure.js';
import { go, postForm, targetOf } from './post.js';
import type { Page } from './page.js';
import type { ProvidersResult, PublicProviders, SignInResult, SignOutResult } from './results.js';
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

/** Returns the ways to sign in; a page requests them once. */
export async function readProviders(page: Page): Promise<ProvidersResult> {
  const answer = await listed(page);
  return answer.ok ? { ok: true, providers: answer.body } : answer;
}

async function listed(page: Page): Promise<Answer<PublicProviders> | Failure> {
  const answer = page.providers ?? (await call<PublicProviders>(page, 'providers', (body) => body));
  if (answer.ok && globalThis.document) page.providers = answer;
  return answer;
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
  const known = await listed(page);
  if (!known.ok) return known;
  const type = known.body[provider]?.type;
  if (!type || type === 'webauthn') {
    const ids = Object.keys(known.body).join(', ');
    const message = `no provider ${provider}, only ${ids}; passkeys: signInWithPasskey`;
    return { ok: false, error: 'NotFound', message };
  }
  const isHere = type === 'credentials';
  const query = new URLSearchParams(authorizationParams);
  const path = `${isHere ? 'callback' : 'signin'}/${provider}?${query}`;
  const answer = await postForm(page, path, { ...fields, callbackUrl: target });
  if (!answer.ok) return answer;
  const { url } = answer.body;
  // Also before the browser leaves: the other tabs follow, and an address may differ in its hash.
  const failure = isHere && (await page.reread?.());
  if (failure) return failure;
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
