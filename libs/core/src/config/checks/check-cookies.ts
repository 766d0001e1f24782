import { stringifySetCookie } from 'cookie';
import { AuthError } from '../../errors/auth.error.js';
import type { AuthConfig } from '../options/auth-config.js';
import type { CookieDefinition, CookieOptions } from '../../cookies/cookie-definition.js';
import { resolveCookies } from '../../cookies/default-cookies.js';
import {
  bool,
  checkNames,
  checkValues,
  isObject,
  object,
  type OptionTests,
} from '../options/option-test.js';

type Cookies = Pick<AuthConfig, 'cookies' | 'cookiePrefix'>;

const TOKEN = /^[\w!#$%&'*.^`|~+-]+$/;

const MEMBERS: OptionTests = {
  name: [
    "a name without spaces, quotes, ';' or '='",
    (value) => typeof value === 'string' && TOKEN.test(value),
  ],
  options: object,
};

const ATTRIBUTES: OptionTests = {
  domain: ['a domain such as app.example', sendable('domain', 'string')],
  expires: ['a Date', sendable('expires', 'object')],
  httpOnly: bool,
  maxAge: ['whole seconds', sendable('maxAge', 'number')],
  partitioned: bool,
  path: ['a path such as /', sendable('path', 'string')],
  priority: ["'low', 'medium' or 'high'", sendable('priority', 'string')],
  sameSite: [
    "'lax', 'strict' or 'none'",
    (value) => typeof value === 'boolean' || sendable('sameSite', 'string')(value),
  ],
  secure: bool,
};

/**
 * Reports overrides that would fail at the first response or in the browser.
 * @see docs/design/wire-contract.md CK-3; docs/design/security-bar.md A56, D09
 */
export function* checkCookies({ cookies = {}, cookiePrefix }: Cookies): Iterable<AuthError> {
  const problems = [...checkOverrides(cookies)];
  yield* problems;
  if (problems.length > 0) return;
  const effective = Object.entries(resolveCookies(cookiePrefix ?? 'secure', cookies));
  yield* checkPrefixes(effective);
  yield* checkClashes(effective);
}

/**
 * Reports attributes that need `secure` where the application is known to be served over http.
 * @param origin - of AUTH_URL
 * @see RFC 6265bis section 5.7; docs/design/security-bar.md RP12
 */
export function* checkPlainCookies(
  { cookies, useSecureCookies }: Partial<AuthConfig>,
  origin: string | undefined,
): Iterable<AuthError> {
  const isPlain = useSecureCookies === undefined ? origin?.startsWith('http:') : !useSecureCookies;
  if (isPlain !== true || !isObject(cookies)) return;
  for (const [key, cookie] of Object.entries(cookies)) {
    const { sameSite, partitioned, secure } = cookie?.options ?? {};
    const needs = sameSite === 'none' ? "sameSite: 'none'" : partitioned && 'partitioned';
    if (needs && secure !== true) {
      yield new AuthError(
        `cookies.${key}.options: browsers drop a cookie with \`${needs}\` unless it is \`secure\`, and over http it is not; serve the application over https, or leave the attribute out`,
      );
    }
  }
}

function* checkOverrides(cookies: NonNullable<Cookies['cookies']>): Iterable<AuthError> {
  for (const [key, cookie] of Object.entries(cookies)) {
    if (!isObject(cookie)) continue;
    const at = `cookies.${key}.`;
    yield* checkNames(at, cookie, MEMBERS);
    yield* checkValues(at, cookie, MEMBERS);
    if (!isObject(cookie.options)) continue;
    yield* checkNames(`${at}options.`, cookie.options, ATTRIBUTES);
    yield* checkValues(`${at}options.`, cookie.options, ATTRIBUTES);
  }
}

type Entries = readonly (readonly [key: string, cookie: CookieDefinition])[];

/** @see RFC 6265bis section 4.1.3 */
function* checkPrefixes(cookies: Entries): Iterable<AuthError> {
  for (const [key, { name, options }] of cookies) {
    const { secure, path, domain } = options;
    const isPlain = path === '/' && domain === undefined;
    if (/^__secure-/i.test(name) ? !secure : /^__host-/i.test(name) && !(secure && isPlain)) {
      yield new AuthError(
        `cookies.${key}: browsers refuse these options under a name that begins with __Secure- (needs \`secure\`) or __Host- (needs \`secure\`, the path / and no domain); set \`name\` too`,
      );
    }
  }
}

/** A chunked session and a sign-in in progress have extra cookies: the name, a dot and a suffix. */
function* checkClashes(cookies: Entries): Iterable<AuthError> {
  for (const [key, { name }] of cookies) {
    const other = cookies.find(
      ([otherKey, { name: otherName }]) =>
        otherName.startsWith(`${name}.`) || (otherName === name && otherKey < key),
    );
    if (other) {
      yield new AuthError(
        `cookies.${key}.name: is also the name of cookies.${other[0]}, or its prefix up to a dot; choose a different name`,
      );
    }
  }
}

/** Tests a value with the library that writes the cookie. */
function sendable(attribute: keyof CookieOptions, type: string): (value: unknown) => boolean {
  return (value) => {
    if (typeof value !== type || value === '') return false;
    try {
      stringifySetCookie({ name: 'name', value: '', [attribute]: value });
      return true;
    } catch {
      return false;
    }
  };
}
