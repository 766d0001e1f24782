import type { AuthConfig, AuthFeatureOptions } from '../options/auth-config.js';
import { raw, skipCSRFCheck } from '../options/markers.js';
import {
  bool,
  fn,
  isObject,
  isTexts,
  isWhole,
  object,
  oneOf,
  type OptionTest,
  type OptionTests,
  positiveSeconds,
  refreshMargin,
  seconds,
  text,
  texts,
} from '../options/option-test.js';

/** The longest time that a timer supports, in seconds. */
const LONGEST_TIMEOUT = 2_147_483;

const secret: OptionTest = [
  'a string or a list of strings',
  (value) => typeof value === 'string' || Array.isArray(value),
];

const kept = oneOf('store', 'drop', 'encrypt');

/** The options of the configuration, each with a test of its type. */
export const OPTIONS: Readonly<
  Record<Exclude<keyof AuthConfig, keyof AuthFeatureOptions>, OptionTest>
> = {
  providers: ['a list of providers', Array.isArray],
  adapter: object,
  basePath: [
    "a path that starts with '/'",
    (value) => typeof value === 'string' && value.startsWith('/'),
  ],
  secret,
  tenant: ['1 to 128 printable characters without spaces', isTenant],
  session: object,
  jwt: object,
  callbacks: object,
  events: object,
  pages: object,
  name: ['1 to 64 printable characters, the name of the application', isName],
  links: object,
  theme: object,
  language: [
    'a language tag, or a list of them',
    (value) => (typeof value === 'string' && value !== '') || (isTexts(value) && value.length > 0),
  ],
  texts: object,
  cookies: object,
  useSecureCookies: bool,
  cookiePrefix: oneOf('secure', 'host'),
  trustHost: [
    'true, false or a list of hosts',
    (value) => typeof value === 'boolean' || isTexts(value),
  ],
  trustedOrigins: texts,
  redirects: oneOf('own', 'trusted'),
  csrf: oneOf('token', 'origin'),
  guard: object,
  timeout: [
    `seconds, more than 0, at most ${LONGEST_TIMEOUT}`,
    (value) => typeof value === 'number' && value > 0 && value <= LONGEST_TIMEOUT,
  ],
  fetch: fn,
  providerTokens: [
    "'store', 'drop', 'encrypt' or an object",
    (value) => kept[1](value) || isObject(value),
  ],
  encryptionSecret: secret,
  limits: ['false or an object', (value) => value === false || isObject(value)],
  acceptShortSecret: bool,
  debug: bool,
  logger: object,
  experimental: object,
  redirectProxyUrl: text,
  skipCSRFCheck: ['the exported marker `skipCSRFCheck`', (value) => value === skipCSRFCheck],
  raw: ['the exported marker `raw`', (value) => value === raw],
};

/** Tests for the members of options that are objects. */
export const MEMBERS: Readonly<Partial<Record<keyof AuthConfig, OptionTests>>> = {
  session: {
    strategy: oneOf('jwt', 'database'),
    maxAge: positiveSeconds,
    updateAge: seconds,
    absoluteMaxAge: positiveSeconds,
    tokenAtRest: oneOf('plain', 'hashed'),
    generateSessionToken: fn,
    device: ['false or an object', (value) => value === false || isObject(value)],
    lastUsed: [
      'whole seconds, 60 or more',
      (value) => isWhole(value) && value >= 60 && value <= LONGEST_TIMEOUT,
    ],
    maxPerUser: ['a whole number, 1 or more', (value) => isWhole(value) && value >= 1],
    whenFull: oneOf('end-oldest', 'refuse'),
    revocation: object,
  },
  jwt: {
    secret,
    maxAge: positiveSeconds,
    encode: fn,
    decode: fn,
    cache: ['a whole number, 0 or more', isWhole],
  },
  callbacks: { signIn: fn, redirect: fn, jwt: fn, session: fn },
  events: {
    createUser: fn,
    updateUser: fn,
    linkAccount: fn,
    signIn: fn,
    signOut: fn,
    revokeSessions: fn,
    backchannelLogout: fn,
    refreshTokens: fn,
    loseTokens: fn,
    session: fn,
  },
  pages: { signIn: text, signOut: text, error: text, verifyRequest: text, newUser: text },
  links: { forgotPassword: text, createAccount: text, terms: text, privacy: text },
  theme: {
    brandColor: text,
    buttonText: text,
    colorScheme: oneOf('auto', 'dark', 'light'),
    logo: text,
  },
  cookies: {
    callbackUrl: object,
    csrfToken: object,
    nonce: object,
    pkceCodeVerifier: object,
    sessionToken: object,
    state: object,
    webauthnChallenge: object,
  },
  limits: {
    credentials: object,
    emails: object,
    tokens: object,
    passkeys: object,
    registrations: object,
    callbacks: object,
    sessions: object,
    logoutTokens: object,
    store: object,
    address: fn,
  },
  providerTokens: {
    keep: kept,
    refreshMargin,
    revokeAt: oneOf('unlink', 'signOut', 'never'),
    acceptPlaintext: bool,
  },
  guard: { unauthenticated: oneOf('status', 'redirect') },
  logger: { error: fn, warn: fn, info: fn, debug: fn },
  experimental: { enableWebAuthn: bool },
};

/** Whether a name is visible and on one line, since it is shown inside sentences. */
function isName(value: unknown): boolean {
  return typeof value === 'string' && /^[^\p{C}]{1,64}$/u.test(value) && value.trim() !== '';
}

function isTenant(value: unknown): boolean {
  return typeof value === 'string' && /^[^\p{C}\p{Z}]{1,128}$/u.test(value);
}
