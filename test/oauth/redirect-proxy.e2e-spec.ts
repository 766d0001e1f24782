import { decode } from '@auth/core/jwt';
import { type AuthConfig, OIDC } from '@authnest/core';
import { FakeOAuthServer } from '@authnest/testing';
import { withEnvironment } from '../support/environment.js';
import { platforms, SECRET, TestApp } from '../support/test-app.js';

const ADA = { sub: 'ada', name: 'Ada', email: 'ada@example.com' };

/** The origin of the stable deployment. Nothing listens there: tests send its `Host` instead. */
const PROXY = 'http://proxy.localhost';
const PROXY_HOST = { host: 'proxy.localhost' };

/** A host of 60 characters. */
const LONG_HOST = `${'shop-git-'.repeat(4)}branch-1.preview.example`;

describe.each(platforms())('redirect proxy on %s', (platform) => {
  let server: FakeOAuthServer;
  const apps: TestApp[] = [];

  beforeAll(async () => {
    server = await FakeOAuthServer.start({ claims: ADA });
  });
  beforeEach(() => server.reset());
  afterEach(async () => {
    for (const app of apps.splice(0)) await app.close();
  });
  afterAll(() => server.close());

  /** Starts a deployment; the `Host` of a request decides whether it is proxy or preview. */
  async function start(config: Partial<AuthConfig> = {}): Promise<TestApp> {
    const own = OIDC({ id: 'idp', name: 'IdP', ...server.client });
    const redirectProxyUrl = `${PROXY}/auth`;
    const app = await TestApp.start({
      platform,
      config: { providers: [own], redirectProxyUrl, ...config },
    });
    apps.push(app);
    return app;
  }

  const begin = async (app: TestApp) => {
    const browser = app.client();
    const { location = '' } = await browser.signIn('idp', { callbackUrl: '/home' });
    return { browser, authorization: new URL(location) };
  };

  it('signs in at a deployment whose callback is not registered at the provider (PRV-4)', async () => {
    const preview = await start();
    const proxy = await start({ trustedOrigins: [preview.url] });
    const { browser, authorization } = await begin(preview);
    const { url } = await server.authorize(authorization.href);

    const onward = await proxy.client(PROXY_HOST).get(url.pathname + url.search);
    const response = await browser.get(onward.location ?? '');

    expect(`${url.origin}${url.pathname}`).toBe(`${PROXY}/auth/callback/idp`);
    expect(onward.status).toBe(302);
    expect(onward.location).toBe(`${preview.url}/auth/callback/idp${url.search}`);
    expect(response.location).toBe(`${preview.url}/home`);
    expect(await browser.session()).toMatchObject({ user: { name: 'Ada' } });
    expect(server.requestsTo('token').map(({ form }) => form.get('redirect_uri'))).toEqual([
      `${PROXY}/auth/callback/idp`,
    ]);
  });

  it('passes on an error from the provider', async () => {
    const preview = await start();
    const proxy = await start({ trustedOrigins: [preview.url] });
    const { authorization } = await begin(preview);
    const state = authorization.searchParams.get('state') ?? '';
    const query = new URLSearchParams({ error: 'access_denied', state });

    const onward = await proxy.client(PROXY_HOST).get(`/auth/callback/idp?${query}`);

    expect(onward.location).toBe(`${preview.url}/auth/callback/idp?${query}`);
  });

  it('does not redirect to an origin that is not allowed (C09)', async () => {
    const preview = await start();
    const proxy = await start({ trustedOrigins: ['https://other.example'] });
    const { authorization } = await begin(preview);
    const { url } = await server.authorize(authorization.href);

    const refused = await proxy.client(PROXY_HOST).get(url.pathname + url.search);

    expect(refused.location).toBe(`${PROXY}/auth/error?error=Configuration`);
    expect(server.requestsTo('token')).toEqual([]);
  });

  it.each([
    ['another secret', SECRET.split('').reverse().join('')],
    ['a secret with the same beginning', `${SECRET}-2`],
  ])('accepts no state that is sealed with %s (C09)', async (_, secret) => {
    const foreign = await start({ secret });
    const proxy = await start({ trustedOrigins: [foreign.url] });
    const { authorization } = await begin(foreign);
    const { url } = await server.authorize(authorization.href);

    const refused = await proxy.client(PROXY_HOST).get(url.pathname + url.search);

    expect(refused.location).toBe(`${PROXY}/auth/error?error=Configuration`);
  });

  it('does not pass a callback of one provider to another (C09)', async () => {
    const preview = await start();
    const other = OIDC({ id: 'other', name: 'Other', ...server.client });
    const proxy = await start({ trustedOrigins: [preview.url], providers: [other] });
    const { authorization } = await begin(preview);
    const { url } = await server.authorize(authorization.href);

    const refused = await proxy.client(PROXY_HOST).get(`/auth/callback/other${url.search}`);

    expect(refused.location).toBe(`${PROXY}/auth/error?error=Configuration`);
  });

  it.each([undefined, { AUTH_URL: `https://${LONG_HOST}` }])(
    'sends a state of at most 500 characters, as X requires, from a host of 60, with %j (RP2)',
    async (variables) => {
      const preview = await withEnvironment(variables ?? {}, () => start());
      const browser = preview.client({ host: LONG_HOST });

      const { location = '' } = await browser.signIn('idp');

      const state = new URL(location).searchParams.get('state') ?? '';
      expect(state).toMatch(/^[\w-]+(?:\.[\w-]*){4}$/);
      expect(state.length).toBeLessThanOrEqual(500);
    },
  );

  it('sends a state whose origin a proxy with Auth.js can read', async () => {
    const preview = await start();
    const { authorization } = await begin(preview);
    const token = authorization.searchParams.get('state') ?? '';

    expect(await decode({ token, secret: SECRET, salt: 'encodedState' })).toMatchObject({
      origin: `${preview.url}/auth/callback/idp`,
    });
  });

  it('logs both origins if the callback of a preview lacks its cookie (U15)', async () => {
    const preview = await start();
    const { authorization } = await begin(preview);
    const state = authorization.searchParams.get('state') ?? '';

    await preview.client().get(`/auth/callback/idp?code=c&state=${state}`);

    expect(preview.logs.errors.at(-1)?.message).toContain(`the sign-in began at ${preview.url},`);
  });

  it('signs in at the proxy itself', async () => {
    const proxy = await start();
    const browser = proxy.client(PROXY_HOST);
    const { location = '' } = await browser.signIn('idp', { callbackUrl: '/home' });
    const { url } = await server.authorize(location);

    const response = await browser.get(url.pathname + url.search);

    expect(response.location).toBe(`${PROXY}/home`);
  });

  it('adds the check `state` (PRV-4)', async () => {
    const preview = await start();
    const { browser } = await begin(preview);

    expect(browser.cookies.has('authjs.state')).toBe(true);
  });

  it('is not used for a provider that responds with a form', async () => {
    const authorization = { params: { response_mode: 'form_post' } };
    const own = OIDC({ id: 'idp', name: 'IdP', ...server.client, authorization });
    const preview = await start({ providers: [own] });
    const { authorization: started } = await begin(preview);

    expect(started.searchParams.get('redirect_uri')).toBe(`${preview.url}/auth/callback/idp`);
  });
});
