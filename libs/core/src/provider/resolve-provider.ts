import { CredentialsSignin } from '../errors/sign-in.errors.js';
import { hideSecrets } from '../logging/hide-secrets.js';
import type { CredentialsConfig } from './credentials-provider.js';
import { definedOnly } from '../model/defined-only.js';
import { resolveEmailProvider } from './resolve-email-provider.js';
import { normalizeOAuthProvider, type SharedOptions } from './normalize-oauth-provider.js';
import type { ProviderConfig } from './provider.js';
import { resolveWebAuthnProvider } from './resolve-webauthn-provider.js';
import type { ResolvedCredentialsProvider, ResolvedProvider } from './resolved-provider.js';

/** Completes a provider that has passed its checks. */
export function resolveProvider(
  config: ProviderConfig,
  shared: SharedOptions = {},
): ResolvedProvider {
  switch (config.type) {
    case 'oauth':
    case 'oidc':
      return Object.freeze(hideSecrets(normalizeOAuthProvider(config, shared)));
    case 'email':
      return Object.freeze(hideSecrets(resolveEmailProvider(config, shared.realm)));
    case 'credentials':
      return Object.freeze(resolveCredentials(config));
    case 'webauthn':
      return Object.freeze(resolveWebAuthnProvider(config));
    default:
      return config satisfies never;
  }
}

function resolveCredentials(config: CredentialsConfig): ResolvedCredentialsProvider {
  const merged = { ...config, ...definedOnly(config.options) };
  return {
    id: merged.id,
    name: merged.name ?? merged.id,
    type: 'credentials',
    credentials: definedOnly(merged.credentials),
    authorize: merged.authorize?.bind(merged) ?? refuse,
    usersOfAdapter: merged.usersOfAdapter,
    config: merged,
  };
}

function refuse(): never {
  throw new CredentialsSignin('the provider has no `authorize` function');
}
