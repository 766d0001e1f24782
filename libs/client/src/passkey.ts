import { call } from './call.js';
import type { AuthClient } from './create-auth-client.js';
import { defaultPage } from './default-page.js';
import type { Failure } from './failure.js';
import type { Page } from './page.js';
import { go, postForm, targetOf } from './post.js';
import type { SignInResult } from './results.js';
import type { RedirectOptions } from './sign-in.js';

export interface PasskeyOptions extends RedirectOptions {
  /** For endpoints that are not below `/auth` of this origin. */
  client?: AuthClient;
  /** Id of the provider. @default 'passkey' */
  provider?: string;
  /** Ends the dialogue of the browser. */
  signal?: AbortSignal;
}

export interface SignInWithPasskeyOptions extends PasskeyOptions {
  /**
   * Waits until the person picks a passkey in the autofill of an input, whose `autocomplete` ends
   * with `webauthn`. The next call of this entry ends the waiting.
   */
  autofill?: boolean;
  /** Offers the passkeys of this address. @default those that the device has */
  email?: string;
}

export interface RegisterPasskeyOptions extends PasskeyOptions {
  /** The address of a new user. @default the signed-in user gets the passkey */
  email?: string;
  /** @default false */
  redirect?: boolean;
}

/**
 * Signs in with a passkey. Besides those of the server, `error` may be the name of what the browser
 * reports, such as `NotAllowedError` if the person cancels.
 */
export async function signInWithPasskey({
  autofill,
  ...options
}: SignInWithPasskeyOptions = {}): Promise<SignInResult> {
  const mediation = autofill ? 'conditional' : undefined;
  if (autofill && !(await globalThis.PublicKeyCredential?.isConditionalMediationAvailable?.())) {
    return refused(new DOMException('no autofill of passkeys', 'NotSupportedError'));
  }
  const result = await finish(options, 'authenticate', (json, signal) => {
    const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(json);
    return navigator.credentials.get({ publicKey, signal, mediation });
  });
  // The challenge is about to expire, but the page is still open.
  const isOver =
    autofill && !options.signal?.aborted && !result.ok && result.error === 'TimeoutError';
  return isOver ? signInWithPasskey({ autofill, ...options }) : result;
}

/**
 * Creates a passkey, for the signed-in user or for a new one; `InvalidStateError` if there is one.
 * With `FreshAuthRequired`, the browser goes to the page on which the user proves again who they are,
 * and comes back here afterwards, unless `redirect` is false.
 */
export async function registerPasskey(options: RegisterPasskeyOptions = {}): Promise<SignInResult> {
  const result = await finish({ redirect: false, ...options }, 'register', (json, signal) => {
    const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(json);
    return navigator.credentials.create({ publicKey, signal });
  });
  if (result.ok || result.error !== 'FreshAuthRequired' || !result.url) return result;
  const url = new URL(result.url);
  url.searchParams.set('callbackUrl', targetOf(options.callbackUrl) ?? url.origin);
  if (options.redirect !== false) go(url.href);
  return { ...result, url: url.href };
}

type OptionsJSON = PublicKeyCredentialCreationOptionsJSON & PublicKeyCredentialRequestOptionsJSON;

/** The dialogues of a page: a browser has one at a time. */
const open = /* @__PURE__ */ new WeakMap<Page, AbortController>();

async function finish(
  {
    client,
    provider = 'passkey',
    email = '',
    redirect = true,
    callbackUrl,
    signal,
  }: SignInWithPasskeyOptions,
  action: 'authenticate' | 'register',
  ask: (json: OptionsJSON, signal: AbortSignal) => Promise<Credential | null>,
): Promise<SignInResult> {
  const page = client?.page ?? defaultPage;
  open.get(page)?.abort();
  const own = new AbortController();
  open.set(page, own);
  const path = `webauthn-options/${provider}?${new URLSearchParams({ action, email })}`;
  const answer = await call<{ options: OptionsJSON }>(page, path, (body) => body?.options);
  if (!answer.ok) return answer;
  let data;
  try {
    // Ten minutes: the challenge expires after fifteen.
    const signals = [own.signal, AbortSignal.timeout(600_000), ...(signal ? [signal] : [])];
    data = JSON.stringify(await ask(answer.body.options, AbortSignal.any(signals)));
  } catch (thrown) {
    return refused(thrown);
  }
  const fields = { action, data, callbackUrl: targetOf(callbackUrl) };
  const done = await postForm(page, `callback/${provider}`, fields);
  if (!done.ok) return done;
  await page.reread?.();
  if (redirect) go(done.body.url);
  return { ok: true, url: done.body.url };
}

function refused(thrown: unknown): Failure {
  const { name, message } = thrown as Error;
  return { ok: false, error: name, message };
}
