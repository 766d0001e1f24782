import type { AuthConfig, AuthFeatureOptions } from '../options/auth-config.js';
import { raw, skipCSRFCheck } from '../options/markers.js';
import { accountGroup } from '../options/account.js';
import { callbacksGroup } from '../options/callbacks.js';
import { eventsGroup } from '../options/events.js';
import { jwtGroup } from '../options/jwt.js';
import { limitsGroup } from '../options/limits.js';
import {
  bool,
  fn,
  isTexts,
  LONGEST_TIMEOUT,
  object,
  oneOf,
  type OptionTest,
  type OptionTests,
  secret,
  text,
  texts,
} from '../options/option-test.js';
import { pagesGroup } from '../options/pages.js';
import { providerTokensGroup } from '../options/provider-tokens.js';
import { rpcGroup } from '../options/rpc.js';
import { sessionGroup } from '../options/session.js';
import { socketsGroup } from '../options/sockets.js';

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
  ...sessionGroup.tests,
  ...jwtGroup.tests,
  ...callbacksGroup.tests,
  ...eventsGroup.tests,
  ...pagesGroup.tests,
  ...limitsGroup.tests,
  ...providerTokensGroup.tests,
  ...rpcGroup.tests,
  ...socketsGroup.tests,
  ...accountGroup.tests,
  name: ['1 to 64 printable characters, the name of the application', isName],
  language: [
    'a language tag, or a list of them',
    (value) => (typeof value === 'string' && value !== '') || (isTexts(value) && value.length > 0),
  ],
  texts: object,
  mailer: fn,
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
  roles: fn,
  timeout: [
    `seconds, more than 0, at most ${LONGEST_TIMEOUT}`,
    (value) => typeof value === 'number' && value > 0 && value <= LONGEST_TIMEOUT,
  ],
  fetch: fn,
  encryptionSecret: secret,
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
  ...sessionGroup.members,
  ...jwtGroup.members,
  ...callbacksGroup.members,
  ...eventsGroup.members,
  ...pagesGroup.members,
  ...limitsGroup.members,
  ...providerTokensGroup.members,
  ...rpcGroup.members,
  ...socketsGroup.members,
  ...accountGroup.members,
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
