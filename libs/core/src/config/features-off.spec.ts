import { MemoryAdapter } from '@authnest/testing';
import { LogCollector } from '../../../../test/support/log-collector.js';
import type { Adapter, AdapterOperation } from '../adapter/adapter.port.js';
import { adapterOperations } from '../adapter/complete-adapter.js';
import type { AuthConfig } from './options/auth-config.js';
import { Credentials } from '../provider/credentials-provider.js';
import { Email } from '../provider/email-provider.js';
import { OIDC } from '../provider/oauth-provider.js';
import { Passkey } from '../provider/webauthn-provider.js';
import { AuthConfigService } from './auth-config.service.js';
import { featuresOff } from './features-off.js';
import { resolveAuthConfig } from './resolve-auth-config.js';

const oidc = OIDC({
  id: 'idp',
  name: 'IdP',
  issuer: 'https://idp.example',
  clientId: 'client',
  clientSecret: 's',
});
const password = Credentials({ credentials: {}, authorize: () => null });
const email = Email({ server: 'smtp://localhost' });

/** The operations of Auth.js, which are the first in the list. */
const OF_AUTH_JS = adapterOperations.slice(0, 19);

function adapterWith(operations: readonly AdapterOperation[]): Adapter {
  const adapter = new MemoryAdapter();
  for (const one of adapterOperations.filter((name) => !operations.includes(name))) {
    Object.defineProperty(adapter, one, { value: undefined });
  }
  return adapter;
}

const without = (...missing: AdapterOperation[]): Adapter =>
  adapterWith(adapterOperations.filter((one) => !missing.includes(one)));

function complete(config: Partial<AuthConfig>): AuthConfig {
  return { secret: 'x'.repeat(32), trustHost: true, providers: [oidc, password], ...config };
}

function offIn(config: Partial<AuthConfig>) {
  return featuresOff(resolveAuthConfig(complete(config)));
}

describe('featuresOff', () => {
  it('names nothing without an adapter, and nothing if the adapter has all operations', () => {
    const providers = [oidc, password, email, Passkey()];
    const experimental = { enableWebAuthn: true };

    expect(offIn({ providers, experimental, adapter: new MemoryAdapter() })).toEqual({});
    expect(offIn({})).toEqual({});
  });

  it('names what is off with the operations of Auth.js only', () => {
    const adapter = adapterWith(OF_AUTH_JS);

    expect(offIn({ adapter })).toEqual({
      'list of sessions': ['listSessionsByUserId', 'deleteSessionsByUserId'],
      'provider tokens of later sign-ins': ['updateAccount'],
      'refreshing of provider tokens': ['listAccountsByUserId', 'updateAccount'],
      'single use of provider callbacks across instances': ['spendOnce'],
      'first sign-in in one transaction': ['registerUser'],
      'additions to a user in one transaction': ['addToUser'],
    });
  });

  it('names only what the configuration uses', () => {
    const adapter = adapterWith(OF_AUTH_JS);
    const stateless = { adapter, session: { strategy: 'jwt' as const } };

    expect(offIn({ ...stateless, providers: [password] })).toEqual({});
    expect(Object.keys(offIn({ ...stateless, providers: [email] }))).toEqual([
      'first sign-in in one transaction',
      'additions to a user in one transaction',
      'proof of an address in one transaction',
    ]);
    expect(Object.keys(offIn({ ...stateless, providerTokens: 'drop' }))).not.toContain(
      'refreshing of provider tokens',
    );
  });

  it('names only the operations that are missing', () => {
    expect(offIn({ adapter: without('deleteSessionsByUserId') })).toEqual({
      'list of sessions': ['deleteSessionsByUserId'],
    });
    expect(offIn({ adapter: without('updateAccount') })).toEqual({
      'refreshing of provider tokens': ['updateAccount'],
    });
  });

  it.each<[AdapterOperation, string]>([
    ['updateAuthenticator', 'names of passkeys'],
    ['deleteAuthenticator', 'removal of passkeys'],
  ])('without %s names the %s', (operation, feature) => {
    const providers = [Passkey()];
    const experimental = { enableWebAuthn: true };

    expect(offIn({ providers, experimental, adapter: without(operation) })).toEqual({
      [feature]: [operation],
    });
  });

  it('names the new secret for tokens if they are sealed', () => {
    const adapter = without('listAccountsToReseal');

    expect(offIn({ adapter })).toEqual({});
    expect(offIn({ adapter, providerTokens: 'encrypt' })).toEqual({
      'new secret for stored provider tokens': ['listAccountsToReseal'],
    });
  });
});

describe('an application whose adapter lacks operations', () => {
  const factsOf = (...adapters: Adapter[]): unknown[] => {
    const logger = new LogCollector();
    const config = () => complete({ logger });
    const service = new AuthConfigService(config, '/auth', {});
    for (const adapter of adapters) service.resolve({ ...config(), adapter }, 'lazy');
    return logger.facts.filter(([text]) => text === message);
  };
  const message = 'adapter lacks optional operations';

  it('logs what is off in one line', () => {
    const off = { 'list of sessions': ['deleteSessionsByUserId'] };

    expect(factsOf(without('deleteSessionsByUserId'))).toEqual([[message, { off }]]);
    expect(factsOf(new MemoryAdapter())).toEqual([]);
  });

  it('logs it once for all adapters that lack the same', () => {
    const same = () => without('deleteSessionsByUserId');

    expect(factsOf(same(), same(), same())).toHaveLength(1);
    expect(factsOf(same(), without('spendOnce'), same())).toHaveLength(2);
  });
});
