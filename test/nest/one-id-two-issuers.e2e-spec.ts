import { type Adapter, type AuthConfig, AuthModule, type PlatformRequest } from '@authnest/core';
import { MemoryAdapter } from '@authnest/testing';
import { authEntities, TypeOrmAdapter } from '@authnest/typeorm';
import { Test } from '@nestjs/testing';
import { DataSource } from 'typeorm';
import { LogCollector } from '../support/log-collector.js';
import { plainOAuth } from '../support/plain-oauth.js';
import {
  type CheckedClient,
  type Platform,
  platforms,
  SECRET,
  TestApp,
} from '../support/test-app.js';

/** Returns the configuration of a company with its own provider, whose users all have the id 7. */
const company = (name: string, overrides: Partial<AuthConfig> = {}): AuthConfig => ({
  secret: SECRET,
  trustHost: true,
  logger: new LogCollector(),
  fetch: (input) => {
    const { hostname, pathname } = new URL(new Request(input).url);
    return Promise.resolve(
      pathname === '/token'
        ? Response.json({ access_token: 'canary-access', token_type: 'bearer' })
        : Response.json({ id: '7', name: `of ${hostname}`, email: `7@${hostname}` }),
    );
  },
  providers: [providerOf(name)],
  ...overrides,
});

const providerOf = (name: string, id = 'sso') =>
  plainOAuth({
    id,
    authorization: `https://${name}.example/authorize`,
    token: `https://${name}.example/token`,
    userinfo: `https://${name}.example/user`,
  });

describe.each(platforms())('a provider id with two issuers on %s', (platform) => {
  let app: TestApp | undefined;
  afterEach(() => app?.close());

  it.each([
    ['without tenants', {}, {}],
    ['with tenants', { tenant: 'acme' }, { tenant: 'evil' }],
  ])(
    'is refused on one adapter, so that no user signs in as another, %s (V2)',
    async (_, acme, evil) => {
      const adapter = new MemoryAdapter();
      const logger = new LogCollector();
      app = await start(platform, {
        acme: company('acme', { adapter, ...acme }),
        evil: company('evil', { adapter, logger, ...evil }),
      });
      const victim = await signIn(at(app, 'acme'), 'sso');
      expect(await victim.session()).toMatchObject({ user: { name: 'of acme.example' } });

      const attacker = at(app, 'evil');
      expect((await attacker.get('/auth/session')).status).toBe(500);
      expect((await attacker.get('/auth/csrf')).status).toBe(500);
      expect(logger.errors[0]?.message).toContain('provider sso: another configuration');
    },
  );

  it('is accepted with separate adapters, and so are separate ids', async () => {
    const adapter = new MemoryAdapter();
    app = await start(platform, {
      acme: company('acme', { adapter, tenant: 'acme' }),
      beta: company('beta', { adapter: new MemoryAdapter(), tenant: 'beta' }),
      gamma: company('gamma', {
        adapter,
        tenant: 'gamma',
        providers: [providerOf('gamma', 'sso-gamma')],
      }),
    });

    for (const [name, id] of [
      ['acme', 'sso'],
      ['beta', 'sso'],
      ['gamma', 'sso-gamma'],
    ] as const) {
      const session = await (await signIn(at(app, name), id)).session();
      expect(session).toMatchObject({ user: { name: `of ${name}.example` } });
    }
  });
});

describe('two AuthModules with one adapter', () => {
  const compile = (adapter: Adapter, other: Adapter) =>
    Test.createTestingModule({
      imports: [
        AuthModule.forRoot(company('acme', { adapter })),
        AuthModule.forRoot(company('evil', { adapter: other }), {
          basePath: '/evil/auth',
          isGlobal: false,
        }),
      ],
    }).compile();

  it('do not start with one provider id for two issuers (V2)', async () => {
    const adapter = new MemoryAdapter();

    await expect(compile(adapter, adapter)).rejects.toThrow('provider sso: another configuration');
    await (await compile(adapter, new MemoryAdapter())).close();
  });

  it('do not start with separate adapters on one table of users (V2)', async () => {
    const [plain, prefixed] = [authEntities(), authEntities({ prefix: 'other_' })];
    const entities = [...Object.values(plain), ...Object.values(prefixed)];
    const dataSource = new DataSource({ type: 'better-sqlite3', database: ':memory:', entities });
    await dataSource.initialize();
    const adapterOf = (own: typeof plain) => new TypeOrmAdapter(dataSource, own);

    await expect(compile(adapterOf(plain), adapterOf(plain))).rejects.toThrow(
      'provider sso: another configuration with the same adapter or database',
    );
    await (await compile(adapterOf(plain), adapterOf(prefixed))).close();
    await dataSource.destroy();
  });
});

function start(platform: Platform, companies: Record<string, AuthConfig>): Promise<TestApp> {
  return TestApp.start({
    platform,
    input: ({ headers }: PlatformRequest) => {
      const config = companies[String(headers['x-company'])];
      if (!config) throw new Error('no such company');
      return config;
    },
  });
}

function at(app: TestApp, name: string): CheckedClient {
  return app.client({ 'x-company': name });
}

async function signIn(browser: CheckedClient, id: string): Promise<CheckedClient> {
  const { location = '' } = await browser.signIn(id);
  const state = new URL(location).searchParams.get('state') ?? '';
  await browser.get(`/auth/callback/${id}?${new URLSearchParams({ code: 'c', state }).toString()}`);
  return browser;
}
