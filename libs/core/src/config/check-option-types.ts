import { AuthError } from '../errors/auth.error.js';
import type { AuthConfig } from './auth-config.js';
import { raw, skipCSRFCheck } from './markers.js';

type Test = readonly [expected: string, test: (value: unknown) => boolean];

const isObject = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isText = (value: unknown): boolean => typeof value === 'string' && value !== '';
const isTexts = (value: unknown): boolean => Array.isArray(value) && value.every(isText);
const isSeconds = (value: unknown): boolean => Number.isSafeInteger(value) && Number(value) >= 0;
const isPositive = (value: unknown): boolean => isSeconds(value) && Number(value) > 0;

const object: Test = ['an object', isObject];
const text: Test = ['a text', isText];
const bool: Test = ['true or false', (value) => typeof value === 'boolean'];
const fn: Test = ['a function', (value) => typeof value === 'function'];
const seconds: Test = ['whole seconds, 0 or more', isSeconds];
const positive: Test = ['whole seconds, 1 or more', isPositive];
const texts: Test = ['a list of texts', isTexts];
const secret: Test = [
  'a text or a list of texts',
  (value) => typeof value === 'string' || Array.isArray(value),
];
const oneOf = (...values: string[]): Test => [
  values.map((value) => `'${value}'`).join(' or '),
  (value) => typeof value === 'string' && values.includes(value),
];

const OPTIONS: Readonly<Record<keyof AuthConfig, Test>> = {
  providers: ['a list of providers', Array.isArray],
  adapter: object,
  basePath: [
    "a path that starts with '/'",
    (value) => typeof value === 'string' && value.startsWith('/'),
  ],
  secret,
  session: object,
  jwt: object,
  callbacks: object,
  events: object,
  pages: object,
  theme: object,
  cookies: object,
  useSecureCookies: bool,
  cookiePrefix: oneOf('secure', 'host'),
  trustHost: [
    'true, false or a list of hosts',
    (value) => typeof value === 'boolean' || isTexts(value),
  ],
  trustedOrigins: texts,
  guard: object,
  timeout: ['seconds, more than 0', (value) => typeof value === 'number' && value > 0],
  fetch: fn,
  providerTokens: oneOf('store', 'drop'),
  acceptShortSecret: bool,
  debug: bool,
  logger: object,
  experimental: object,
  redirectProxyUrl: text,
  skipCSRFCheck: ['the exported marker `skipCSRFCheck`', (value) => value === skipCSRFCheck],
  raw: ['the exported marker `raw`', (value) => value === raw],
};

const MEMBERS: Readonly<Record<string, Readonly<Record<string, Test>>>> = {
  session: {
    strategy: oneOf('jwt', 'database'),
    maxAge: positive,
    updateAge: seconds,
    absoluteMaxAge: positive,
    tokenAtRest: oneOf('plain', 'hashed'),
    generateSessionToken: fn,
    revocation: object,
  },
  jwt: {
    secret,
    maxAge: positive,
    encode: fn,
    decode: fn,
    cache: ['a whole number, 0 or more', isSeconds],
  },
  callbacks: { signIn: fn, redirect: fn, jwt: fn, session: fn },
  events: { createUser: fn, updateUser: fn, linkAccount: fn, signIn: fn, signOut: fn, session: fn },
  pages: { signIn: text, signOut: text, error: text, verifyRequest: text, newUser: text },
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
  guard: { unauthenticated: oneOf('status', 'redirect') },
  logger: { error: fn, warn: fn, debug: fn },
  experimental: { enableWebAuthn: bool },
};

/** Options that do not exist, and values of the wrong type. */
export function* checkOptionTypes(config: AuthConfig): Iterable<AuthError> {
  yield* checkNames('', config, OPTIONS);
  yield* checkValues('', config, OPTIONS);
  if (config.providers === undefined) {
    yield new AuthError('providers: is required; write a list of providers');
  }
  for (const [option, tests] of Object.entries(MEMBERS)) {
    const value: unknown = config[option as keyof AuthConfig];
    if (!isObject(value)) continue;
    // A logger or a handler may be an instance with members of its own.
    if (isPlain(value)) yield* checkNames(`${option}.`, value as object, tests);
    yield* checkValues(`${option}.`, value as object, tests);
  }
}

/** The options of the right type: what the other checks can read without stumbling. */
export function wellTypedOptions(config: AuthConfig): AuthConfig {
  const entries = Object.entries(config).filter(
    ([name, value]) => value === undefined || OPTIONS[name as keyof AuthConfig]?.[1](value),
  );
  return Object.fromEntries(entries) as unknown as AuthConfig;
}

type Tests = Readonly<Record<string, Test>>;

function* checkNames(path: string, values: object, tests: Tests): Iterable<AuthError> {
  for (const name of Object.keys(values)) {
    if (!Object.hasOwn(tests, name)) {
      yield new AuthError(unknownOption(path, name, Object.keys(tests)));
    }
  }
}

function* checkValues(path: string, values: object, tests: Tests): Iterable<AuthError> {
  for (const [name, [expected, test]] of Object.entries(tests)) {
    const value: unknown = (values as Record<string, unknown>)[name];
    if (value !== undefined && !test(value)) {
      yield new AuthError(`${path}${name}: expected ${expected}, got ${kindOf(value)}`);
    }
  }
}

function isPlain(value: unknown): boolean {
  return Object.getPrototypeOf(value) === Object.prototype;
}

function unknownOption(path: string, name: string, known: readonly string[]): string {
  const alike = known.find((option) => option.toLowerCase() === name.toLowerCase());
  const hint = alike ? `did you mean \`${path}${alike}\`?` : `known are ${known.join(', ')}`;
  return `${path}${name}: there is no such option; ${hint}`;
}

/** Names the kind and never the value, which may be a secret. */
function kindOf(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'a list' : `a ${typeof value}`;
}
