import { AuthError } from '../../errors/auth.error.js';
import { FailedFactory } from '../../provider/failed-factory.js';
import type { ProviderConfig } from '../../provider/provider.js';
import { isAuthAction } from '../../model/auth-action.js';
import type { AuthConfig } from '../options/auth-config.js';
import { checkCredentialsProvider } from './check-credentials-provider.js';
import { checkEmailProvider } from './check-email-provider.js';
import { checkOAuthProvider } from './check-oauth-provider.js';
import { checkWebAuthnProvider } from './check-webauthn-provider.js';

const ID = /^[A-Za-z0-9][A-Za-z0-9._~-]*$/;

/** @see docs/design/wire-contract.md CFG-11; docs/design/security-bar.md A32, A56 */
export function* checkProviders(config: Partial<AuthConfig>): Iterable<AuthError> {
  const { providers } = config;
  if (!Array.isArray(providers)) return;
  const seen = new Set<string>();
  for (const [index, provider] of providers.entries()) {
    if (isFailed(provider)) {
      yield factoryFailed(`providers[${index}]`, provider);
      continue;
    }
    if (!isConfig(provider)) {
      yield new AuthError(
        `providers[${index}]: expected a provider; call its factory, or pass the factory itself`,
      );
      continue;
    }
    const id = effectiveId(provider);
    yield* checkId(id, index, seen);
    yield* checkKind(provider, `provider \`${String(id)}\``, config);
  }
}

function isConfig(provider: AuthConfig['providers'][number]): provider is ProviderConfig {
  return typeof provider === 'object' && provider !== null && typeof provider.id === 'string';
}

function isFailed(provider: unknown): provider is FailedFactory {
  return provider instanceof FailedFactory;
}

function factoryFailed(place: string, { err }: FailedFactory): AuthError {
  // The message of V8; our own stack would not help to find the class.
  if (err instanceof TypeError && err.message.startsWith('Class constructor ')) {
    return new AuthError(
      `${place}: expected a provider, got a class; these are ways to sign in, such as \`GitHub\`, and not providers of Nest`,
    );
  }
  return new AuthError(`${place}: its factory failed`, { err });
}

function effectiveId(provider: ProviderConfig): unknown {
  return provider.options?.id ?? provider.id;
}

function* checkId(id: unknown, index: number, seen: Set<string>): Iterable<AuthError> {
  if (typeof id !== 'string' || !ID.test(id) || isAuthAction(id) || id === 'undefined') {
    yield new AuthError(
      `providers[${index}].id: is part of the URL; use letters, digits, '-', '_' or '.', start with a letter or digit, and do not use the name of an endpoint`,
    );
    return;
  }
  if (seen.has(id.toLowerCase())) {
    yield new AuthError(
      `providers[${index}].id: \`${id.slice(0, 64)}\` is already used; give each provider a different id`,
    );
  }
  seen.add(id.toLowerCase());
}

function* checkKind(
  provider: ProviderConfig,
  name: string,
  config: Partial<AuthConfig>,
): Iterable<AuthError> {
  switch (provider.type) {
    case 'oauth':
    case 'oidc':
      yield* checkOAuthProvider(provider, name);
      return;
    case 'email':
      yield* checkEmailProvider(provider, name, config);
      return;
    case 'credentials':
      yield* checkCredentialsProvider(provider, name);
      return;
    case 'webauthn':
      yield* checkWebAuthnProvider(provider, name);
      return;
    default:
      provider satisfies never; // a new type needs a case
      yield new AuthError(
        `${name}: \`type\` must be 'oidc', 'oauth', 'email', 'credentials' or 'webauthn'; other types are not supported`,
      );
  }
}
