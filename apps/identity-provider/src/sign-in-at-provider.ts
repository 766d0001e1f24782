import type { ProviderCookieJar } from './provider-cookie-jar.js';
import { walkThroughProvider } from './provider-walk.js';

/** Options of {@link signInAtProvider}. */
export interface SignInAtProviderOptions extends CancelAtProviderOptions {
  /** The account to choose. */
  readonly sub: string;
}

/** Options of {@link cancelAtProvider}. */
export interface CancelAtProviderOptions {
  /** The URL that the application redirected the browser to. */
  readonly authorizationUrl: URL | string;
  /** Cookies of the browser. @default an empty jar, as in a new browser */
  readonly cookies?: ProviderCookieJar;
}

/**
 * Signs in a user at the demo identity provider, as a browser would, for tests and scripts.
 * @returns the application's redirect URI with `code` and `state` (or `error`); it is not requested
 * @throws {Error} if the provider shows an error, for example because the account is unknown
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
 * Cancels a sign-in at the demo identity provider.
 * @returns the application's redirect URI with `error=access_denied` and `state`
 * @throws {Error} if the provider shows an error
 */
export function cancelAtProvider(options: CancelAtProviderOptions): Promise<URL> {
  const fill = (): URLSearchParams => new URLSearchParams({ cancel: 'cancel' });

  return walkThroughProvider({ ...options, fill });
}

function asksForConsent(html: string): boolean {
  return html.includes('name="consent"');
}
