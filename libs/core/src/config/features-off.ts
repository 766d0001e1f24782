import type { AdapterOperation } from '../adapter/adapter.port.js';
import type { CompleteAdapter } from '../adapter/complete-adapter.js';
import type { ProviderType } from '../model/provider-type.js';
import type { ResolvedAuthConfig } from './resolved-auth-config.js';

/** What an adapter may leave out, and what is off without it. */
interface Feature {
  readonly name: string;
  readonly needs: readonly AdapterOperation[];
  readonly isUsed: (config: ResolvedAuthConfig, adapter: CompleteAdapter) => boolean;
}

/** Operations whose absence causes a warning, or prevents the start, are not listed. */
const FEATURES: readonly Feature[] = [
  {
    name: 'list of sessions',
    needs: ['listSessionsByUserId', 'deleteSessionsByUserId'],
    isUsed: ({ session }) => session.strategy === 'database',
  },
  {
    name: 'provider tokens of later sign-ins',
    needs: ['updateAccount'],
    isUsed: (config, adapter) => keepsTokens(config) && !advances(adapter),
  },
  {
    name: 'refreshing of provider tokens',
    needs: ['listAccountsByUserId', 'updateAccount'],
    isUsed: keepsTokens,
  },
  {
    name: 'new secret for stored provider tokens',
    needs: ['listAccountsToReseal', 'advanceAccount'],
    isUsed: (config) => keepsTokens(config) && config.providerTokens.keep === 'encrypt',
  },
  {
    name: 'single use of provider callbacks across instances',
    needs: ['spendOnce'],
    isUsed: (config) => hasType(config, 'oauth', 'oidc'),
  },
  {
    name: 'names of passkeys',
    needs: ['updateAuthenticator'],
    isUsed: (config) => hasType(config, 'webauthn'),
  },
  {
    name: 'removal of passkeys',
    needs: ['deleteAuthenticator'],
    isUsed: (config) => hasType(config, 'webauthn'),
  },
  { name: 'first sign-in in one transaction', needs: ['registerUser'], isUsed: storesUsers },
  {
    name: 'additions to a user in one transaction',
    needs: ['addToUser'],
    isUsed: storesUsers,
  },
  {
    name: 'proof of an address in one transaction',
    needs: ['proveUser'],
    isUsed: (config) => hasType(config, 'email'),
  },
];

/**
 * Returns the features that are off because the adapter lacks optional operations, each with the
 * missing ones; empty if nothing that the configuration uses is off.
 * @see docs/design/decisions.md 26
 */
export function featuresOff(config: ResolvedAuthConfig): Readonly<Record<string, string[]>> {
  const { adapter } = config;
  if (!adapter) return {};
  const off: Record<string, string[]> = {};
  for (const { name, needs, isUsed } of FEATURES) {
    const missing = needs.filter((operation) => !adapter.has(operation));
    if (missing.length > 0 && isUsed(config, adapter)) off[name] = missing;
  }
  return off;
}

function hasType({ providers }: ResolvedAuthConfig, ...types: ProviderType[]): boolean {
  return [...providers.values()].some(({ type }) => types.includes(type));
}

function keepsTokens(config: ResolvedAuthConfig): boolean {
  return config.providerTokens.keep !== 'drop' && hasType(config, 'oauth', 'oidc');
}

/** Whether the sign-in replaces tokens by version, without `updateAccount`. */
function advances(adapter: CompleteAdapter): boolean {
  return adapter.has('advanceAccount') && adapter.has('getAccount');
}

/** Whether a sign-in may store a user; one with credentials does so with database sessions only. */
function storesUsers(config: ResolvedAuthConfig): boolean {
  return (
    hasType(config, 'oauth', 'oidc', 'email', 'webauthn') ||
    (config.session.strategy === 'database' && hasType(config, 'credentials'))
  );
}
