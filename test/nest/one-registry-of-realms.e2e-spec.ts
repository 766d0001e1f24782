import { randomUUID } from 'node:crypto';
import { type AuthConfig, OIDC, type PlatformRequest, type SessionList } from '@authnest/core';
import { FakeOAuthServer, MemoryAdapter } from '@authnest/testing';
import { MapRegistry } from '../support/map-registry.js';
import {
  type CheckedClient,
  credentials,
  PASSWORD,
  platforms,
  SECRET,
  TestApp,
} from '../support/test-app.js';

const TENANTS = ['acme', 'beta'] as const;
type Tenant = (typeof TENANTS)[number];

/** A registry that also keeps the marks of providers. */
class WholeRegistry extends MapRegistry {
  private readonly marks = new MemoryAdapter();

  markEnded(...args: Parameters<MemoryAdapter['markEnded']>): Promise<void> {
    return this.marks.markEnded(...args);
  }
  endedBefore(...args: Parameters<MemoryAdapter['endedBefore']>): Promise<Date | null> {
    return this.marks.endedBefore(...args);
  }
}

describe.each(platforms())('tenants with equal user ids and one registry, on %s', (platform) => {
  const registry = new WholeRegistry();
  const servers = new Map<Tenant, FakeOAuthServer>();
  let app: TestApp;

  beforeAll(async () => {
    const configs = new Map<string, AuthConfig>();
    for (const tenant of TENANTS) {
      const server = await FakeOAuthServer.start({ issuer: `https://${tenant}.idp.example` });
      servers.set(tenant, server);
      const idp = OIDC({ id: 'idp', name: 'IdP', ...server.client, backchannelLogout: true });
      configs.set(tenant, {
        secret: SECRET,
        trustHost: true,
        limits: false,
        tenant,
        providers: [credentials(), idp],
        fetch: server.fetch,
        session: { strategy: 'jwt', revocation: registry },
      });
    }
    app = await TestApp.start({
      platform,
      input: ({ headers }: PlatformRequest) => configs.get(`${headers['x-tenant']}`) as AuthConfig,
    });
  });
  afterAll(async () => {
    await app.close();
    for (const server of servers.values()) await server.close();
  });

  async function signedIn(tenant: Tenant): Promise<CheckedClient> {
    const browser = app.client({ 'x-tenant': tenant });
    await browser.signIn('credentials', { username: 'jane', password: PASSWORD });
    return browser;
  }
  async function throughProvider(tenant: Tenant): Promise<CheckedClient> {
    const browser = app.client({ 'x-tenant': tenant });
    const { location = '' } = await browser.signIn('idp', { callbackUrl: '/' });
    const answer = await servers.get(tenant)?.authorize(location);
    await browser.get(answer?.url.href ?? '');
    expect(await browser.session()).not.toBeNull();
    return browser;
  }
  const post = async (browser: CheckedClient, verb: string) =>
    browser.post(`/auth/sessions/${verb}`, { json: { csrfToken: await browser.csrfToken() } });

  it.each(['revoke-others', 'revoke-all'])(
    'list only their own sessions, and end no other by %s (ID5)',
    async (verb) => {
      const [acme, beta] = [await signedIn('acme'), await signedIn('beta')];
      const listed = (await acme.get('/auth/sessions')).json<SessionList>().items;
      expect(listed.filter(({ current }) => !current)).toEqual([]);

      expect((await post(acme, verb)).status).toBe(200);

      expect(await beta.session()).not.toBeNull();
      await post(acme, 'revoke-all').catch(() => undefined);
      await post(beta, 'revoke-all');
      expect(await beta.session()).toBeNull();
    },
  );

  it.each(['sub', 'sid'] as const)(
    'end no session of the other by a notice of their provider with a %s (ID5)',
    async (claim) => {
      const [sub, sid] = [randomUUID(), randomUUID()];
      for (const server of servers.values()) {
        server.claims = { sub, email: `${sub}@x.example` };
        server.idToken = { claims: { sid } };
      }
      const claims = claim === 'sub' ? { sub } : { sid };
      const [acme, beta] = [await throughProvider('acme'), await throughProvider('beta')];
      const form = { logout_token: await servers.get('acme')?.signLogoutToken(claims) };

      const response = await app
        .client({ 'x-tenant': 'acme' })
        .post('/auth/backchannel-logout/idp', { form: { ...form } as Record<string, string> });

      expect(response.status).toBe(200);
      expect(await acme.session()).toBeNull();
      expect(await beta.session()).not.toBeNull();
    },
  );
});
