import { AuthError } from '../../errors/auth.error.js';
import { InvalidEndpoints } from '../../errors/configuration.errors.js';
import { checkValues, isObject } from '../options/option-test.js';
import { type MergedProvider, mergeProvider } from '../../provider/merge-provider.js';
import { maxAgeOf, normalizeEndpoint } from '../../provider/normalize-endpoint.js';
import { isEveryTenant } from '../../provider/microsoft-tenants.js';
import type { OAuthConfig, OIDCConfig } from '../../provider/oauth-provider.js';
import { checkOAuthClient } from './check-oauth-client.js';
import { checkBackchannel, checkLogout } from './check-provider-logout.js';
import { checkUnknownNames } from './check-provider-names.js';
import {
  checkProviderUrls,
  ENDPOINTS,
  type Endpoint,
  type ProviderNames,
  urlOf,
} from './check-provider-urls.js';
import { CLIENT, ENDPOINT, NAMES, OPTIONS } from './oauth-option-tests.js';

/**
 * Checks defaults and options together. A mistyped entry in `checks`, for example, would not be
 * applied.
 * @param name - name of the provider in messages
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
  yield* checkOAuthClient(merged, { name, variables: variablesOf(provider) });
  yield* checkIssuer(provider.type, merged, { name, variables: variablesOf(provider) });
  yield* checkMaxAge(provider.type, merged, name);
  yield* checkNonce(provider.type, merged, name);
  yield* checkTenants(provider.type, merged, name);
  yield* checkLogout(provider.type, merged, name);
  yield* checkBackchannel(provider.type, merged, name);
  yield* checkProviderUrls(merged, { name, variables: variablesOf(provider) });
}

/** The age of a sign-in is compared with this parameter. @see OpenID Connect Core 3.1.2.1 */
function* checkMaxAge(
  type: 'oauth' | 'oidc',
  { authorization }: MergedProvider,
  name: string,
): Iterable<AuthError> {
  if (type === 'oidc' && Number.isNaN(maxAgeOf(normalizeEndpoint(authorization)))) {
    yield new AuthError(`${name}: authorization: \`max_age\` must be whole seconds, 0 or more`);
  }
}

/**
 * The nonce is in an ID token. That of a plain OAuth provider can only be verified with its keys, or
 * with the client secret.
 */
function* checkNonce(
  type: 'oauth' | 'oidc',
  { checks, issuer, wellKnown, jwks_endpoint: keys, client }: MergedProvider,
  name: string,
): Iterable<AuthError> {
  const hasKeys = [issuer, wellKnown, keys].some((url) => url !== undefined);
  const isVerifiable = hasKeys || client?.id_token_signed_response_alg?.startsWith('HS') === true;
  if (type === 'oidc' || isVerifiable) return;
  if (!Array.isArray(checks) || !checks.includes('nonce')) return;
  yield new AuthError(
    `${name}: checks: 'nonce' needs an ID token, and no keys are known to verify it with; use 'state' and 'pkce', or \`type: 'oidc'\``,
  );
}

/**
 * A list `tenants` would let everybody in if there were no ID token to check. Linking by address
 * needs that list, since the owner of a tenant can give its users any address.
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
      `${name}: tenants: needs \`type: 'oidc'\`, since the tenant is read from the ID token`,
    );
  }
  // If there is no ID token, only the endpoints show whose accounts these are.
  const asked = type === 'oauth' ? ENDPOINTS.map((option) => urlOf(merged[option])) : [];
  const servesAll = [issuer, wellKnown, ...asked].some(isEveryTenant);
  if (links === true && tenants === undefined && servesAll) {
    yield new AuthError(
      `${name}: allowDangerousEmailAccountLinking: \`issuer\`, \`wellKnown\` or an endpoint serves every Microsoft tenant; list the tenants that you trust in \`tenants\``,
    );
  }
}

function variablesOf({ id }: OAuthConfig<unknown> | OIDCConfig<unknown>): string {
  return `AUTH_${id.toUpperCase().replaceAll('-', '_')}`;
}

function* checkIssuer(
  type: 'oauth' | 'oidc',
  merged: MergedProvider,
  { name, variables }: ProviderNames,
): Iterable<AuthError> {
  if (/\/\.well-known\//.test(`${merged.issuer ?? ''}`)) {
    yield new InvalidEndpoints(
      `${name}: issuer: is the URL of the provider's metadata; remove \`/.well-known/…\` from its end, or set it as \`wellKnown\` if the issuer is another one`,
    );
  }
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
