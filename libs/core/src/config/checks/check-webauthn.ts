import type { AdapterOperation } from '../../adapter/adapter.port.js';
import type { AuthError } from '../../errors/auth.error.js';
import {
  DuplicateConditionalUI,
  ExperimentalFeatureNotEnabled,
  MissingAdapter,
  MissingAdapterMethods,
} from '../../errors/configuration.errors.js';
import type { AuthConfig } from '../options/auth-config.js';
import { isObject } from '../options/option-test.js';
import type { Provider } from '../../provider/provider.js';
import type { WebAuthnConfig } from '../../provider/webauthn-provider.js';
import { wantsAutofill } from '../providers/check-webauthn-provider.js';

const METHODS: readonly AdapterOperation[] = [
  'createUser',
  'getUser',
  'getUserByEmail',
  'linkAccount',
  'getAccount',
  'getAuthenticator',
  'createAuthenticator',
  'listAuthenticatorsByUserId',
  'updateAuthenticatorCounter',
];

/**
 * Checks what passkeys require of the other options.
 * @see docs/design/wire-contract.md CFG-8, CFG-13 to CFG-15
 */
export function* checkWebAuthn(config: Partial<AuthConfig>): Iterable<AuthError> {
  const providers = webAuthnProviders(config);
  if (providers.length === 0) return;
  if (config.experimental?.enableWebAuthn !== true) {
    yield new ExperimentalFeatureNotEnabled(
      'experimental.enableWebAuthn: must be true for a WebAuthn provider',
    );
  }
  if (providers.filter(wantsAutofill).length > 1) {
    yield new DuplicateConditionalUI(
      'providers: only one WebAuthn provider can have `enableConditionalUI`; set it to false in the others',
    );
  }
  const { adapter } = config;
  if (!adapter) {
    yield new MissingAdapter('adapter: is required for passkeys, to store their public keys');
    return;
  }
  const missing = METHODS.filter((operation) => typeof adapter[operation] !== 'function');
  if (missing.length > 0) {
    yield new MissingAdapterMethods(`adapter: lacks ${missing.join(', ')}, which passkeys need`);
  }
}

function webAuthnProviders({ providers }: Partial<AuthConfig>): WebAuthnConfig[] {
  return Array.isArray(providers) ? providers.filter(isWebAuthn) : [];
}

function isWebAuthn(provider: Provider): provider is WebAuthnConfig {
  return isObject(provider) && 'type' in provider && provider.type === 'webauthn';
}
