import { Auth, type AuthConfig, AuthModule, OAuth, OIDC } from '@authnest/core';
import { Keycloak } from '@authnest/providers';
import { MemoryAdapter } from '@authnest/testing';
import { Test } from '@nestjs/testing';
import { LogCollector } from '../support/log-collector.js';
import { platforms, SECRET, TestApp } from '../support/test-app.js';

const client = { clientId: 'c', clientSecret: 'a-client-secret-of-32-characters' };
const keycloak = (issuer: string, id = 'keycloak') => ({ ...Keycloak({ issuer, ...client }), id });
const OURS = 'https://sso.example/realms/ours';
const THEIRS = 'https://sso.example/realms/theirs';

function configOf(adapter: MemoryAdapter, ...providers: NonNullable<AuthConfig['providers']>) {
  const secret = SECRET;
  return { secret, trustHost: true, adapter, providers, logger: new LogCollector() };
}

/** A module of its own, as beside another one in the same application. */
const boot = (config: AuthConfig) =>
  Test.createTestingModule({ imports: [AuthModule.forRoot(config)] }).compile();

describe.each(platforms)('one provider id with an issuer per tenant on %s', (platform) => {
  it('is refused for the tenant that comes second, on one adapter (V2)', async () => {
    const adapter = new MemoryAdapter();
    const first = configOf(adapter, keycloak(OURS));
    const tenants: Record<string, AuthConfig> = {
      a: first,
      b: configOf(adapter, keycloak(THEIRS)),
      c: configOf(adapter, keycloak(THEIRS, 'keycloak-b')),
      d: configOf(new MemoryAdapter(), keycloak(THEIRS)),
    };
    const app = await TestApp.start({
      platform,
      input: (request) =>
        tenants[(request as { headers: Record<string, string> }).headers['x-tenant'] ?? ''] ??
        first,
    });
    const statusOf = async (tenant: string) =>
      (await app.client({ 'x-tenant': tenant }).get('/auth/providers')).status;

    for (const round of [1, 2]) {
      expect([round, await statusOf('a'), await statusOf('b')]).toEqual([round, 200, 500]);
      expect([round, await statusOf('c'), await statusOf('d')]).toEqual([round, 200, 200]);
    }
    await app.close();
  });
});

describe('one provider id with two issuers on one adapter', () => {
  it('is refused at the start of a second module, and says what to do (V2)', async () => {
    const adapter = new MemoryAdapter();
    await boot(configOf(adapter, keycloak(OURS)));

    await expect(boot(configOf(adapter, keycloak(THEIRS)))).rejects.toThrow(
      /provider `keycloak`: expected one issuer for one adapter; found \S+ours and \S+theirs\..*`keycloak-2`/,
    );
    await boot(configOf(adapter, keycloak(`${OURS}/`)));
    await boot(configOf(new MemoryAdapter(), keycloak(THEIRS)));
  });

  it('is refused through `Auth()` too (V2)', async () => {
    const adapter = new MemoryAdapter();
    const ask = async (issuer: string) => {
      const config = { ...configOf(adapter, keycloak(issuer)), basePath: '/auth' };
      return (await Auth(new Request('https://app.example/auth/providers'), config)).status;
    };

    expect([await ask(OURS), await ask(THEIRS), await ask(OURS)]).toEqual([200, 500, 200]);
  });

  const plain = (host: string) =>
    OAuth({
      id: 'git',
      name: 'Git',
      authorization: `${host}/authorize`,
      token: `${host}/token`,
      userinfo: `${host}/user`,
      ...client,
    });
  const wellKnown = (host: string) =>
    OIDC({
      id: 'idp',
      name: 'IdP',
      wellKnown: `${host}/.well-known/openid-configuration`,
      ...client,
    });

  it.each([
    ['endpoints', plain],
    ['`wellKnown`', wellKnown],
  ])('is found by %s where no issuer is configured (V2)', async (_, provider) => {
    const adapter = new MemoryAdapter();
    await boot(configOf(adapter, provider('https://one.example')));

    await expect(boot(configOf(adapter, provider('https://two.example')))).rejects.toThrow(
      'expected one issuer for one adapter',
    );
    await boot(configOf(adapter, provider('https://one.example')));
  });
});
