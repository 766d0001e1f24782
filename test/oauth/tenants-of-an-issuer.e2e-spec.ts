import { OAuth, OIDC, type OIDCConfig } from '@authnest/core';
import { FakeOAuthServer } from '@authnest/testing';
import { problemsOf } from '../support/problems-of.js';
import { platforms, TestApp } from '../support/test-app.js';

const DOOR = 'https://login.microsoftonline.com';
const COMMON = `${DOOR}/common/v2.0`;
const OURS = '11111111-2222-4333-8444-555555555555';
const OTHER = '99999999-8888-4777-a666-555555555555';

describe.each(platforms())('an issuer with many tenants on %s', (platform) => {
  let server: FakeOAuthServer;
  let app: TestApp;

  beforeAll(async () => {
    server = await FakeOAuthServer.start({ issuer: COMMON });
  });
  beforeEach(() => {
    server.reset();
    // As at Microsoft: one endpoint for all, and a placeholder for the tenant in the issuer.
    server.metadata = {
      issuer: `${DOOR}/{tenantid}/v2.0`,
      authorization_response_iss_parameter_supported: false,
    };
    server.callback = { iss: undefined };
  });
  afterEach(() => app.close());
  afterAll(() => server.close());

  async function start(own: Partial<OIDCConfig>, { links }: { links?: boolean } = {}) {
    const linking = { allowDangerousEmailAccountLinking: links };
    const provider = OIDC({ id: 'entra', name: 'Entra', ...server.client, ...linking, ...own });
    app = await TestApp.start({ platform, config: { providers: [provider], fetch: server.fetch } });
  }

  async function signIn(claims: object, own: Partial<OIDCConfig> = {}) {
    server.claims = { sub: 'ada', name: 'Ada' };
    server.idToken = { claims: { ...claims } };
    await start(own);
    const browser = app.client();
    const { location = '' } = await browser.signIn('entra', { callbackUrl: '/home' });
    const response = await browser.get((await server.authorize(location)).url.href);
    return { response, session: await browser.session() };
  }

  const issuerOf = (tid: string) => ({ tid, iss: `${DOOR}/${tid}/v2.0` });

  it('accepts the tenant that the token names', async () => {
    const { response, session } = await signIn(issuerOf(OURS));

    expect(response.location).toBe(`${app.url}/home`);
    expect(session).toMatchObject({ user: { name: 'Ada' } });
  });

  it('refuses a tenant that is not on the list (A40)', async () => {
    const tenants = [OURS];

    const { response, session } = await signIn(issuerOf(OTHER), { tenants });

    expect(response.location).toBe(`${app.url}/auth/signin?error=OAuthCallbackError`);
    expect(session).toBeNull();
  });

  it('accepts a tenant that is on the list, whatever its case (A40)', async () => {
    const { response } = await signIn(issuerOf(OURS), { tenants: [OURS.toUpperCase()] });

    expect(response.location).toBe(`${app.url}/home`);
  });

  it.each([
    ['all tenants', {}],
    ['another tenant', { issuer: `${DOOR}/${OTHER}/v2.0` }],
  ])('refuses metadata for %s if `issuer` names a tenant (V4)', async (_, metadata) => {
    server.metadata = { ...server.metadata, ...metadata };
    const issuer = `${DOOR}/${OURS}/v2.0`;
    const wellKnown = `${COMMON}/.well-known/openid-configuration`;
    await start({ issuer, wellKnown });

    const refused = await app.client().signIn('entra');

    expect(refused.location).toBe(`${app.url}/auth/signin?error=Configuration`);
  });

  it('links no user by address if only the metadata show that all tenants are accepted (V4)', async () => {
    server.metadata = { ...server.metadata, issuer: 'https://door.example/{tenantid}/v2.0' };
    const door = { issuer: undefined, wellKnown: `${COMMON}/.well-known/openid-configuration` };
    await start({ ...door, wellKnown: door.wellKnown.replace('common', OURS) }, { links: true });

    const refused = await app.client().signIn('entra');

    expect(refused.location).toBe(`${app.url}/auth/signin?error=Configuration`);
  });

  it.each([
    ['the issuer of another tenant', { tid: OURS, iss: `${DOOR}/${OTHER}/v2.0` }],
    ['the issuer of another host', { tid: OURS, iss: `https://evil.test/${OURS}/v2.0` }],
    ['no tenant', { iss: `${DOOR}/${OURS}/v2.0` }],
    ['a tenant that is not a string', { tid: [OURS], iss: `${DOOR}/${OURS}/v2.0x` }],
    ['the placeholder for a tenant', { tid: '{tenantid}x', iss: `${DOOR}/{tenantid}/v2.0` }],
  ])('refuses a token with %s (A40)', async (_, claims) => {
    const { response, session } = await signIn(claims);

    expect(response.location).toBe(`${app.url}/auth/signin?error=OAuthCallbackError`);
    expect(session).toBeNull();
  });
});

describe.each(platforms())('a national cloud of Microsoft on %s', (platform) => {
  /** Signs in at a cloud, with a token of OURS. @returns where the browser ends */
  async function signInAt(host: string, iss: string, options: Partial<OIDCConfig> = {}) {
    const server = await FakeOAuthServer.start({ issuer: `https://${host}/common/v2.0` });
    const issuer = `https://${host}/{tenantid}/v2.0`;
    server.metadata = { issuer, authorization_response_iss_parameter_supported: false };
    server.callback = { iss: undefined };
    server.idToken = { claims: { tid: OURS, iss } };
    const provider = OIDC({ id: 'entra', name: 'Entra', ...server.client, ...options });
    const app = await TestApp.start({
      platform,
      config: { providers: [provider], fetch: server.fetch },
    });
    const browser = app.client();
    const { location = '' } = await browser.signIn('entra', { callbackUrl: '/home' });
    const response = await browser.get((await server.authorize(location)).url.href);
    await app.close();
    await server.close();
    return response.location?.slice(app.url.length);
  }

  it.each(['login.microsoftonline.us', 'login.partner.microsoftonline.cn'])(
    'accepts the tenant that the token of %s names, and no other issuer (A40)',
    async (host) => {
      const own = `https://${host}/${OURS}/v2.0`;
      const refused = '/auth/signin?error=OAuthCallbackError';

      expect(await signInAt(host, own)).toBe('/home');
      expect(await signInAt(host, own, { tenants: [OTHER] })).toBe(refused);
      expect(await signInAt(host, `https://${host}/${OTHER}/v2.0`)).toBe(refused);
      expect(await signInAt(host, `${DOOR}/${OURS}/v2.0`)).toBe(refused);
    },
  );
});

describe('linking by address at an issuer with many tenants', () => {
  const linking = { allowDangerousEmailAccountLinking: true };
  const problems = (own: Partial<OIDCConfig>) =>
    problemsOf({
      providers: [
        OIDC({
          id: 'entra',
          name: 'Entra',
          issuer: COMMON,
          clientId: 'c',
          clientSecret: 's',
          ...linking,
          ...own,
        }),
      ],
    });

  it('needs a list of tenants, since any tenant can give its users any address', () => {
    expect(problems({})).toEqual([
      expect.stringContaining('list the tenants that you trust in `tenants`'),
    ]);
    expect(problems({ tenants: [OURS] })).toEqual([]);
    expect(problems({ issuer: `${DOOR}/${OURS}/v2.0` })).toEqual([]);
  });

  it('needs a list of tenants if `wellKnown` serves all, with or without an explicit issuer (V4)', () => {
    const ours = `${DOOR}/${OURS}/v2.0`;
    for (const door of ['common', 'organizations', '{tenantid}', 'Common']) {
      const wellKnown = `${DOOR}/${door}/v2.0/.well-known/openid-configuration`;
      for (const issuer of [undefined, ours]) {
        expect(problems({ issuer, wellKnown })).toEqual([
          expect.stringContaining('list the tenants that you trust in `tenants`'),
        ]);
        expect(problems({ issuer, wellKnown, tenants: [OURS] })).toEqual([]);
      }
    }
    const wellKnown = `${ours}/.well-known/openid-configuration`;
    expect(problems({ issuer: undefined, wellKnown })).toEqual([]);
  });

  it('is refused for a plain OAuth provider whose endpoints serve all tenants (V4)', () => {
    const endpoints = (tenant: string) => ({
      authorization: `${DOOR}/${tenant}/oauth2/v2.0/authorize`,
      token: `${DOOR}/${tenant}/oauth2/v2.0/token`,
      userinfo: 'https://graph.microsoft.com/oidc/userinfo',
    });
    const plain = (tenant: string) =>
      problemsOf({
        providers: [
          OAuth({
            id: 'ms',
            name: 'MS',
            clientId: 'c',
            clientSecret: 's',
            ...endpoints(tenant),
            ...linking,
          }),
        ],
      });

    expect(plain(OURS)).toEqual([]);
    expect(plain('common')).toEqual([expect.stringContaining('serves every Microsoft tenant')]);
  });
});

describe('tenants of a plain OAuth provider', () => {
  const plain = (own: object) =>
    problemsOf({
      providers: [
        OAuth({ id: 'gh', name: 'GH', issuer: DOOR, clientId: 'c', clientSecret: 's', ...own }),
      ],
    });

  it('are refused at start, since no ID token names them (A40)', () => {
    expect(plain({})).toEqual([]);
    for (const own of [{ tenants: [OURS] }, { tenants: [] }, { options: { tenants: [OURS] } }]) {
      expect(plain(own)).toEqual([
        expect.stringContaining("provider `gh`: tenants: needs `type: 'oidc'`"),
      ]);
    }
  });
});
