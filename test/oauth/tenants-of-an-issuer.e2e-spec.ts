import { OAuth, OIDC, type OIDCConfig } from '@authnest/core';
import { FakeOAuthServer } from '@authnest/testing';
import { problemsOf } from '../support/problems-of.js';
import { platforms, TestApp } from '../support/test-app.js';

const DOOR = 'https://login.microsoftonline.com';
const COMMON = `${DOOR}/common/v2.0`;
const OURS = '11111111-2222-4333-8444-555555555555';
const OTHER = '99999999-8888-4777-a666-555555555555';

describe.each(platforms)('an issuer of many tenants on %s', (platform) => {
  let server: FakeOAuthServer;
  let app: TestApp;

  beforeAll(async () => {
    server = await FakeOAuthServer.start({ issuer: COMMON });
  });
  beforeEach(() => {
    server.reset();
    // As Microsoft has it: one door, and a place for the tenant in the name of the issuer.
    server.metadata = {
      issuer: `${DOOR}/{tenantid}/v2.0`,
      authorization_response_iss_parameter_supported: false,
    };
    server.callback = { iss: undefined };
  });
  afterEach(() => app.close());
  afterAll(() => server.close());

  async function signIn(claims: object, own: Partial<OIDCConfig> = {}) {
    server.claims = { sub: 'ada', name: 'Ada' };
    server.idToken = { claims: { ...claims } };
    const provider = OIDC({ id: 'entra', name: 'Entra', ...server.client, ...own });
    app = await TestApp.start({ platform, config: { providers: [provider], fetch: server.fetch } });
    const browser = app.client();
    const { location = '' } = await browser.signIn('entra', { callbackUrl: '/home' });
    const answer = await browser.get((await server.authorize(location)).url.href);
    return { answer, session: await browser.session() };
  }

  const issuerOf = (tid: string) => ({ tid, iss: `${DOOR}/${tid}/v2.0` });

  it('takes the tenant that the token names', async () => {
    const { answer, session } = await signIn(issuerOf(OURS));

    expect(answer.location).toBe(`${app.url}/home`);
    expect(session).toMatchObject({ user: { name: 'Ada' } });
  });

  it('A40 refuses a tenant that is not on the list', async () => {
    const tenants = [OURS];

    const { answer, session } = await signIn(issuerOf(OTHER), { tenants });

    expect(answer.location).toBe(`${app.url}/auth/signin?error=OAuthCallbackError`);
    expect(session).toBeNull();
  });

  it('A40 takes one that is, whatever its case', async () => {
    const { answer } = await signIn(issuerOf(OURS), { tenants: [OURS.toUpperCase()] });

    expect(answer.location).toBe(`${app.url}/home`);
  });

  it.each([
    ['the issuer of another tenant', { tid: OURS, iss: `${DOOR}/${OTHER}/v2.0` }],
    ['the issuer of another host', { tid: OURS, iss: `https://evil.test/${OURS}/v2.0` }],
    ['no tenant', { iss: `${DOOR}/${OURS}/v2.0` }],
    ['a tenant that is no text', { tid: [OURS], iss: `${DOOR}/${OURS}/v2.0x` }],
    ['the place for a tenant', { tid: '{tenantid}x', iss: `${DOOR}/{tenantid}/v2.0` }],
  ])('A40 refuses a token with %s', async (_, claims) => {
    const { answer, session } = await signIn(claims);

    expect(answer.location).toBe(`${app.url}/auth/signin?error=OAuthCallbackError`);
    expect(session).toBeNull();
  });
});

describe('linking by address at an issuer of many tenants', () => {
  const linking = { allowDangerousEmailAccountLinking: true };
  const problems = (own: Partial<OIDCConfig>) =>
    problemsOf({
      providers: [
        OIDC({ id: 'entra', name: 'Entra', issuer: COMMON, clientId: 'c', ...linking, ...own }),
      ],
    });

  it('needs a list of tenants, since anybody can give their own any address', () => {
    expect(problems({})).toEqual([expect.stringContaining('list those you trust in `tenants`')]);
    expect(problems({ tenants: [OURS] })).toEqual([]);
    expect(problems({ issuer: `${DOOR}/${OURS}/v2.0` })).toEqual([]);
  });
});

describe('tenants of a plain OAuth provider', () => {
  const plain = (own: object) =>
    problemsOf({
      providers: [OAuth({ id: 'gh', name: 'GH', issuer: DOOR, clientId: 'c', ...own })],
    });

  it('A40 are refused at the start, since no ID token tells them', () => {
    expect(plain({})).toEqual([]);
    for (const own of [{ tenants: [OURS] }, { tenants: [] }, { options: { tenants: [OURS] } }]) {
      expect(plain(own)).toEqual([
        expect.stringContaining("provider `gh`: tenants: needs `type: 'oidc'`"),
      ]);
    }
  });
});
