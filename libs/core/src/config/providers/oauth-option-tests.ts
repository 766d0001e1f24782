import {
  bool,
  fn,
  isObject,
  isWhole,
  object,
  oneOf,
  type OptionTest,
  type OptionTests,
  margin,
  text,
  texts,
} from '../options/option-test.js';
import { isLocalhost } from '../../model/hosts.js';

/** Whether a value is an origin. A path would suggest that tokens are sent only to that path. */
function isOrigin(value: unknown): boolean {
  if (typeof value !== 'string' || !URL.canParse(value)) return false;
  const { origin, protocol, hostname } = new URL(value);
  const isSecure = protocol === 'https:' || (protocol === 'http:' && isLocalhost(hostname));
  return isSecure && value.replace(/\/$/, '') === origin;
}

const CHECKS = ['pkce', 'state', 'nonce', 'none'];
const string: OptionTest = ['a string', (value) => typeof value === 'string'];
const endpoint: OptionTest = [
  'a URL, `{ url, params, request }` or a function',
  (value) => typeof value === 'string' || typeof value === 'function' || isObject(value),
];

/** Options of an OAuth or OpenID Connect provider, except those that are only URLs. */
export const OPTIONS: OptionTests = {
  name: text,
  clientId: string,
  clientSecret: [
    'a string or a function that returns one',
    (value) => typeof value === 'string' || typeof value === 'function',
  ],
  authorization: endpoint,
  token: endpoint,
  userinfo: endpoint,
  checks: [
    `a list of ${CHECKS.map((check) => `'${check}'`).join(', ')}`,
    (value) => Array.isArray(value) && value.every((check) => CHECKS.includes(check as string)),
  ],
  client: object,
  profile: fn,
  account: fn,
  verifiedEmail: [
    'a function that returns the address, or false',
    (value) => typeof value === 'function' || value === false,
  ],
  restrictions: [
    'an object whose values are functions',
    (value) => isObject(value) && Object.values(value).every((test) => typeof test === 'function'),
  ],
  idToken: bool,
  allowDangerousEmailAccountLinking: bool,
  authorizationParams: texts,
  redirectProxyUrl: string,
  tenants: texts,
  fetch: fn,
  style: object,
  revocation: [
    'a URL or `{ url, params, request }`',
    (value) => typeof value === 'string' || isObject(value),
  ],
  resourceServers: [
    'a list of https origins (http only on localhost)',
    (value) => Array.isArray(value) && value.every(isOrigin),
  ],
  refreshMargin: margin,
  clockTolerance: ['whole seconds, 0 to 600', (value) => isWhole(value) && value <= 600],
  backchannelLogout: [
    'true, false or an object',
    (value) => typeof value === 'boolean' || isObject(value),
  ],
  logout: ['true, false or an object', (value) => typeof value === 'boolean' || isObject(value)],
};

/** Names of all options, including the URLs that `check-provider-urls.ts` checks. */
export const NAMES = [
  ...Object.keys(OPTIONS),
  'issuer',
  'wellKnown',
  'jwks_endpoint',
  'logoutDefaults',
];

/** Members of an endpoint; each endpoint supports some of them. */
export const ENDPOINT: OptionTests = {
  url: string,
  params: object,
  request: fn,
  conform: fn,
  basicCredentials: oneOf('encoded', 'raw'),
  refresh: fn,
  longestState: ['a whole number, 1 or more', (value) => isWhole(value) && value > 0],
};

/** Members of `client` in which a mistake would prevent sign-in. */
export const CLIENT: OptionTests = {
  token_endpoint_auth_method: oneOf(
    'client_secret_basic',
    'client_secret_post',
    'client_secret_jwt',
    'private_key_jwt',
    'none',
  ),
};
