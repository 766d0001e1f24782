import type {
  CookieDefinition,
  CookieDefinitions,
  CookieKey,
  CookiesOptions,
} from './cookie-definition.js';
import { definedOnly } from '../model/defined-only.js';

/** Lifetime in seconds of cookies that carry a check value, such as `state`, to the callback. */
export const CHECK_MAX_AGE = 900;

const NAMES: Readonly<Record<CookieKey, string>> = {
  sessionToken: 'session-token',
  callbackUrl: 'callback-url',
  csrfToken: 'csrf-token',
  pkceCodeVerifier: 'pkce.code_verifier',
  state: 'state',
  nonce: 'nonce',
  webauthnChallenge: 'challenge',
};

/** Cookies with `Max-Age`. The nonce cookie has only `Expires`, as in Auth.js. */
const WITH_MAX_AGE: ReadonlySet<CookieKey> = new Set([
  'pkceCodeVerifier',
  'state',
  'webauthnChallenge',
]);

/** Determines the prefixes: plain http, https, or https with `cookiePrefix: 'host'`. */
export type CookieNaming = 'plain' | 'secure' | 'host';

/**
 * Returns the names and attributes of all cookies, with the application's overrides.
 * @param instance - name of the AuthModule that sets them; empty for the names of Auth.js
 * @see RFC 6265bis section 4.1.3 (prefixes)
 */
export function resolveCookies(
  naming: CookieNaming,
  overrides: Partial<CookiesOptions> = {},
  instance = '',
): CookieDefinitions {
  const keys = Object.keys(NAMES) as CookieKey[];
  const entries = keys.map((key): [CookieKey, CookieDefinition] => {
    const { name, options } = overrides[key] ?? {};
    return [
      key,
      Object.freeze({
        name: name ?? `${prefix(key, naming)}${familyOf(instance)}.${NAMES[key]}`,
        options: Object.freeze({ ...defaults(key, naming), ...definedOnly(options) }),
      }),
    ];
  });
  return Object.freeze(Object.fromEntries(entries)) as CookieDefinitions;
}

/** Returns the prefix, with a dot, for the names of cookies that Auth.js does not have. */
export function ownCookiePrefix(naming: CookieNaming, instance = ''): string {
  return `${prefix('state', naming)}${familyOf(instance)}.`;
}

function familyOf(instance: string): string {
  return instance === '' ? 'authjs' : `authnest-${instance}`;
}

function prefix(key: CookieKey, naming: CookieNaming): string {
  if (naming === 'plain') return '';
  return naming === 'host' || key === 'csrfToken' ? '__Host-' : '__Secure-';
}

function defaults(key: CookieKey, naming: CookieNaming): CookieDefinition['options'] {
  const common = {
    path: '/',
    httpOnly: true,
    secure: naming !== 'plain',
    sameSite: 'lax',
  } as const;
  return WITH_MAX_AGE.has(key) ? { ...common, maxAge: CHECK_MAX_AGE } : common;
}
