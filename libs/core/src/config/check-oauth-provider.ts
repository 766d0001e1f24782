import { AuthError } from '../errors/auth.error.js';
import { InvalidEndpoints } from '../errors/configuration.errors.js';
import { isLocalhost } from '../provider/is-localhost.js';
import { type MergedProvider, mergeProvider } from '../provider/merge-provider.js';
import { isEveryTenant } from '../provider/microsoft-tenants.js';
import type { OAuthConfig, OIDCConfig } from '../provider/oauth-provider.js';
import { checkBackchannel, checkLogout } from './check-provider-logout.js';
import { checkUnknownNames } from './check-provider-names.js';
import {
  checkProviderUrls,
  ENDPOINTS,
  type Endpoint,
  type ProviderNames,
  urlOf,
} from './check-provider-urls.js';
import {
  bool,
  checkValues,
  fn,
  isObject,
  object,
  oneOf,
  type OptionTest,
  type OptionTests,
  texts,
} from './option-test.js';

/** Without a path, which would promise a narrower place than a token is sent to. */
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

const OPTIONS: OptionTests = {
  name: string,
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
    'functions by the names of parameters',
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
  backchannelLogout: [
    'true, false or an object',
    (value) => typeof value === 'boolean' || isObject(value),
  ],
  logout: ['true, false or an object', (value) => typeof value === 'boolean' || isObject(value)],
};

/** Beside them the URLs, which are checked with what they hold. */
const NAMES = [...Object.keys(OPTIONS), 'issuer', 'wellKnown', 'jwks_endpoint', 'logoutDefaults'];

/** Members of an endpoint; each endpoint has some of them. */
const ENDPOINT: OptionTests = {
  url: string,
  params: object,
  request: fn,
  conform: fn,
  basicCredentials: oneOf('encoded', 'raw'),
  refresh: fn,
};

const CLIENT: OptionTests = {
  token_endpoint_auth_method: oneOf(
    'client_secret_basic',
    'client_secret_post',
    'client_secret_jwt',
    'private_key_jwt',
    'none',
  ),
};

/**
 * Defaults and options as one: a mistyped check would be no check at all.
 * @param name - of the provider, as messages have it
 * @see docs/design/wire-contract.md CFG-6; docs/design/decisions.md 16;
 *   docs/design/security-bar.md A18
 */
export function* checkOAuthProvider(
  provider: OAuthConfig<unknown> | OIDCConfig<unknown>,
  name: string,
): Iterable<AuthError> {
  if (provider.options !== undefined && !isObject(provider.options)) {
    yield new AuthError(`${name}: options: expected an object`);
    return;
  }
  yield* checkUnknownNames(provider, name, NAMES);
  const merged = mergeProvider(provider);
  yield* checkValues(`${name}: `, merged, OPTIONS);
  if (isObject(merged.client)) yield* checkValues(`${name}: client.`, merged.client, CLIENT);
  for (const option of ENDPOINTS) {
    const value = merged[option];
    if (isObject(value)) yield* checkValues(`${name}: ${option}.`, value, ENDPOINT);
  }
  yield* checkClient(merged, { name, variables: variablesOf(provider) });
  yield* checkIssuer(provider.type, merged, { name, variables: variablesOf(provider) });
  yield* checkTenants(provider.type, merged, name);
  yield* checkLogout(merged, name);
  yield* checkBackchannel(provider.type, merged, name);
  yield* checkProviderUrls(merged, { name, variables: variablesOf(provider) });
}

/**
 * A list that nothing could be checked against would let everybody in. And whoever has a tenant of
 * their own can give its people any address.
 * @see docs/design/security-bar.md A40
 */
function* checkTenants(
  type: 'oauth' | 'oidc',
  merged: MergedProvider,
  name: string,
): Iterable<AuthError> {
  const { allowDangerousEmailAccountLinking: links, issuer, wellKnown, tenants } = merged;
  if (type === 'oauth' && tenants !== undefined) {
    yield new AuthError(
      `${name}: tenants: needs \`type: 'oidc'\`, whose ID token names the tenant of who signs in`,
    );
  }
  // Without an ID token nothing but the endpoints says whose people these are.
  const asked = type === 'oauth' ? ENDPOINTS.map((option) => urlOf(merged[option])) : [];
  const servesAll = [issuer, wellKnown, ...asked].some(isEveryTenant);
  if (links === true && tenants === undefined && servesAll) {
    yield new AuthError(
      `${name}: allowDangerousEmailAccountLinking: its issuer, \`wellKnown\` or an endpoint serves every tenant of Microsoft; list those you trust in \`tenants\``,
    );
  }
}

function variablesOf({ id }: OAuthConfig<unknown> | OIDCConfig<unknown>): string {
  return `AUTH_${id.toUpperCase().replaceAll('-', '_')}`;
}

function* checkClient(
  merged: MergedProvider,
  { name, variables }: ProviderNames,
): Iterable<AuthError> {
  if (!merged.clientId) {
    yield new AuthError(`${name}: needs \`clientId\`; set it or ${variables}_ID`);
  }
  if (!merged.clientSecret && needsSecret(merged)) {
    const remedy = isPublicOnRequest(merged) ? PUBLIC : '';
    yield new AuthError(`${name}: needs \`clientSecret\`; set it or ${variables}_SECRET${remedy}`);
  }
  yield* checkPrivateKey(merged, name);
  yield* checkBasicCredentials(merged, name);
}

/** Unescaped, the first colon is the end of the id. @see RFC 7617 section 2 */
function* checkBasicCredentials(
  { clientId, token }: MergedProvider,
  name: string,
): Iterable<AuthError> {
  const isRaw = typeof token === 'object' && token.basicCredentials === 'raw';
  if (isRaw && clientId?.includes(':') === true) {
    yield new AuthError(
      `${name}: token.basicCredentials: 'raw' cannot send a \`clientId\` with a colon; remove it, or use \`client: { token_endpoint_auth_method: 'client_secret_post' }\``,
    );
  }
}

function* checkPrivateKey({ client, token }: MergedProvider, name: string): Iterable<AuthError> {
  const key = typeof token === 'object' ? token.clientPrivateKey : undefined;
  const method = client?.token_endpoint_auth_method;
  if (key === undefined) {
    if (method !== 'private_key_jwt') return;
    yield new AuthError(`${name}: \`private_key_jwt\` needs \`token.clientPrivateKey\``);
  } else if (!isPrivateKey('key' in key ? key.key : key)) {
    yield new AuthError(
      `${name}: token.clientPrivateKey: expected a private CryptoKey that may sign, or \`{ key, kid }\` with one`,
    );
  }
}

function isPrivateKey(key: unknown): boolean {
  return isObject(key) && 'type' in key && key.type === 'private';
}

const PUBLIC =
  ". If the provider knows it as a public client, say so: `client: { token_endpoint_auth_method: 'none' }`";

/** Whether a word of the configuration is all that a client without a secret lacks. */
function isPublicOnRequest({ client = {} }: MergedProvider): boolean {
  return (
    client.token_endpoint_auth_method === undefined &&
    client.id_token_signed_response_alg?.startsWith('HS') !== true
  );
}

/**
 * A client is a public one only where the configuration says so: else a variable that nobody has set
 * would make it one, and the provider refuse it at the first callback.
 */
function needsSecret({ client = {}, token }: MergedProvider): boolean {
  const { token_endpoint_auth_method: method, id_token_signed_response_alg: alg } = client;
  if (alg?.startsWith('HS') === true) return true;
  if (method !== undefined) return method.startsWith('client_secret_');
  return typeof token !== 'object' || token.clientPrivateKey === undefined;
}

function* checkIssuer(
  type: 'oauth' | 'oidc',
  merged: MergedProvider,
  { name, variables }: ProviderNames,
): Iterable<AuthError> {
  if (merged.issuer || merged.wellKnown) return;
  if (type === 'oidc') {
    yield new InvalidEndpoints(
      `${name}: an OpenID Connect provider needs \`issuer\`; set it or ${variables}_ISSUER`,
    );
    return;
  }
  for (const option of ENDPOINTS) {
    if (urlOf(merged[option]) === undefined && !isHandled(merged[option])) {
      yield new InvalidEndpoints(
        `${name}: has no \`issuer\`, so it needs \`${option}\` as a URL or \`{ url }\``,
      );
    }
  }
}

function isHandled(config: Endpoint): boolean {
  return (
    typeof config === 'function' || (typeof config === 'object' && config.request !== undefined)
  );
}
