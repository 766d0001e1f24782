import { MemoryAdapter } from '@authnest/testing';
import { OIDC } from '../provider/oauth-provider.js';
import type { AuthConfig } from './options/auth-config.js';
import { LazyConfigs } from './lazy-configs.js';
import { resolveAuthConfig } from './resolve-auth-config.js';

const idp = (issuer: string, clientId = 'client') =>
  OIDC({ id: 'idp', name: 'IdP', issuer, clientId });

/** Returns what is reported for each configuration, in order. */
function reported(...configs: Partial<AuthConfig>[]): (string | undefined)[] {
  const lazyConfigs = new LazyConfigs();
  return configs.map((overrides) => {
    const config = { secret: 's'.repeat(32), providers: [], ...overrides };
    return lazyConfigs.difference(config, resolveAuthConfig(config));
  });
}

const [A, B] = ['https://a.example', 'https://b.example'] as const;
const store = new MemoryAdapter();

describe('configurations that a function returns', () => {
  it.each<[string, string | undefined, Partial<AuthConfig>, Partial<AuthConfig>]>([
    ['are the same', undefined, { providers: [idp(A)] }, { providers: [idp(A)] }],
    ['differ only in harmless options', undefined, {}, { theme: { brandColor: 'red' } }],
    ['differ in providers', 'tenantless-providers', {}, { providers: [idp(A)] }],
    [
      'differ in the client of a provider',
      'tenantless-providers',
      { providers: [idp(A)] },
      { providers: [idp(A, 'other')] },
    ],
    ['differ in issuers', 'tenantless-issuers', { providers: [idp(A)] }, { providers: [idp(B)] }],
    [
      'differ in adapters',
      'tenantless-adapters',
      { adapter: store },
      { adapter: new MemoryAdapter() },
    ],
    ['differ in having an adapter', 'tenantless-adapters', {}, { adapter: store }],
    [
      'differ in issuers and share only an adapter',
      'tenantless-issuers',
      { providers: [idp(A)], adapter: store },
      { providers: [idp(B)], adapter: store, secret: 't'.repeat(32) },
    ],
    [
      'share neither secret nor adapter',
      undefined,
      { providers: [idp(A)] },
      { providers: [idp(B)], secret: 't'.repeat(32) },
    ],
    [
      'share one of two secrets',
      'tenantless-issuers',
      { providers: [idp(A)], secret: ['s'.repeat(32), 't'.repeat(32)] },
      { providers: [idp(B)], secret: ['u'.repeat(32), 't'.repeat(32)] },
    ],
    [
      'have tenants',
      undefined,
      { providers: [idp(A)], tenant: 'a' },
      { providers: [idp(B)], tenant: 'b' },
    ],
  ])('that %s: %s (U2)', (_, code, one, other) => {
    expect(reported(one, other)).toEqual([undefined, code]);
  });

  it('are reported once', () => {
    expect(reported({}, { providers: [idp(A)] }, { providers: [idp(B)] })).toEqual([
      undefined,
      'tenantless-providers',
      undefined,
    ]);
  });
});
