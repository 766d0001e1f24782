import type { ProviderCookieJar } from './provider-cookie-jar.js';
import { walkThroughProvider } from './provider-walk.js';

/** A sign-in in progress at the demo identity provider. */
export interface SignInAtProviderOptions extends CancelAtProviderOptions {
  /** Which account to choose. */
  readonly sub: string;
}

/** A sign-in that is to be cancelled. */
export interface CancelAtProviderOptions {
  /** The URL that the application redirected the browser to. */
  readonly authorizationUrl: URL | string;
  /** Cookies of the browser. @default none, as in a new browser */
  readonly cookies?: ProviderCookieJar;
}

/**
 * Signs a person in at the demo identity provider, as a browser would, for tests and scripts.
 * @returns the application's redirect URI with `code` and `state` (or `error`); it is not visited
 * @throws {Error} when the provider shows an error, for instance about an unknown account
 */
export function signInAtProvider(options: SignInAtProviderOptions): Promise<URL> {
  const { authorizationUrl, cookies, sub } = options;

  return walkThroughProvider({
    authorizationUrl,
    cookies,
    fill: (html) =>
      new URLSearchParams(asksForConsent(html) ? { consent: 'allow' } : { account: sub }),
  });
}

/**
 * Presses the cancel button of the demo identity provider.
 * @returns the application's redirect URI with `error=access_denied` and `state`
 * @throws {Error} when the provider shows an error
 */
export function cancelAtProvider(options: CancelAtProviderOptions): Promise<URL> {
  const fill = (): URLSearchParams => new URLSearchParams({ cancel: 'cancel' });

  return walkThroughProvider({ ...options, fill });
}

function asksForConsent(html: string): boolean {
  return html.includes('name="consent"');
}
