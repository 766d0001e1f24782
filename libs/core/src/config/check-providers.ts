import { AuthError } from '../errors/auth.error.js';
import { InvalidEndpoints, MissingAuthorize } from '../errors/configuration.errors.js';
import { isLocalhost } from '../provider/is-localhost.js';
import { mergeProvider } from '../provider/normalize-oauth-provider.js';
import type { OAuthConfig, OAuthEndpoint, OIDCConfig } from '../provider/oauth-provider.js';
import type { ProviderConfig } from '../provider/provider.js';
import { isAuthAction } from '../model/auth-action.js';
import type { AuthConfig } from './auth-config.js';
import { isSafeImageUrl } from './is-safe-url.js';

const ID = /^[A-Za-z0-9][A-Za-z0-9._~-]*$/;

/** @see wire contract CFG-6, CFG-11; security bar A18, A32, A56 */
export function* checkProviders({ providers }: Partial<AuthConfig>): Iterable<AuthError> {
  if (!Array.isArray(providers)) return;
  const seen = new Set<string>();
  for (const [index, provider] of providers.entries()) {
    if (!isConfig(provider)) {
      yield new AuthError(
        `providers[${index}]: expected a provider; call its factory, or pass the factory itself`,
      );
      continue;
    }
    const id = effectiveId(provider);
    yield* checkId(id, index, seen);
    yield* checkKind(provider, `provider \`${id}\``);
  }
}

function isConfig(provider: AuthConfig['providers'][number]): provider is ProviderConfig {
  return typeof provider === 'object' && provider !== null && typeof provider.id === 'string';
}

function effectiveId(provider: ProviderConfig): string {
  return provider.options?.id ?? provider.id;
}

function* checkId(id: string, index: number, seen: Set<string>): Iterable<AuthError> {
  if (!ID.test(id) || isAuthAction(id) || id === 'undefined') {
    yield new AuthError(
      `providers[${index}].id: is part of the URL; use letters, digits, '-', '_' or '.', and no name of an endpoint`,
    );
  }
  if (seen.has(id.toLowerCase())) {
    yield new AuthError(
      `providers[${index}].id: \`${id.slice(0, 64)}\` is taken; give each provider an id of its own`,
    );
  }
  seen.add(id.toLowerCase());
}

function* checkKind(provider: ProviderConfig, name: string): Iterable<AuthError> {
  switch (provider.type) {
    case 'oauth':
    case 'oidc':
      yield* checkOAuth(provider, name);
      return;
    case 'credentials':
      if (![provider, provider.options].some((own) => typeof own?.authorize === 'function')) {
        yield new MissingAuthorize(`${name}: needs \`authorize\`, which answers the user or null`);
      }
      return;
    default:
      yield new AuthError(
        `${name}: its \`type\` must be 'oidc', 'oauth' or 'credentials'; other kinds are not available in this version`,
      );
  }
}

function* checkOAuth(provider: OAuthConfig | OIDCConfig, name: string): Iterable<AuthError> {
  const merged = mergeProvider(provider);
  const variables = `AUTH_${provider.id.toUpperCase().replaceAll('-', '_')}`;
  if (!merged.clientId) {
    yield new AuthError(`${name}: needs \`clientId\`; set it or ${variables}_ID`);
  }
  if (provider.type === 'oidc' && !merged.issuer) {
    yield new InvalidEndpoints(
      `${name}: an OpenID Connect provider needs \`issuer\`; set it or ${variables}_ISSUER`,
    );
  }
  if (provider.type === 'oauth' && !merged.issuer) {
    for (const endpoint of ['authorization', 'token', 'userinfo'] as const) {
      if (!hasUrl(merged[endpoint])) {
        yield new InvalidEndpoints(
          `${name}: has no \`issuer\`, so it needs \`${endpoint}\` as a URL or \`{ url }\``,
        );
      }
    }
  }
  for (const [option, url] of Object.entries(urlsOf(merged))) {
    if (url !== undefined && !isSecureUrl(url)) {
      yield new InvalidEndpoints(
        `${name}: \`${option}\` must be an https URL (http only on localhost)`,
      );
    }
  }
  if (merged.style?.logo !== undefined && !isSafeImageUrl(merged.style.logo)) {
    yield new AuthError(
      `${name}: \`style.logo\` must be an http(s) URL, a path or a data:image/… URL`,
    );
  }
}

function hasUrl(endpoint: string | OAuthEndpoint | undefined): boolean {
  return urlOf(endpoint) !== undefined;
}

function urlOf(endpoint: string | OAuthEndpoint | undefined): string | undefined {
  return typeof endpoint === 'string' ? endpoint : endpoint?.url;
}

function urlsOf(provider: ReturnType<typeof mergeProvider>): Record<string, string | undefined> {
  return {
    issuer: provider.issuer,
    wellKnown: provider.wellKnown,
    authorization: urlOf(provider.authorization),
    token: urlOf(provider.token),
    userinfo: urlOf(provider.userinfo),
    jwks_endpoint: provider.jwks_endpoint,
  };
}

/** @see design decision 16 */
function isSecureUrl(value: unknown): boolean {
  if (typeof value !== 'string' || !URL.canParse(value)) return false;
  const { protocol, hostname } = new URL(value);
  return protocol === 'https:' || (protocol === 'http:' && isLocalhost(hostname));
}
