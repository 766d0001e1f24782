import type { Provider } from '@authnest/core';
import {
  AzureADB2C,
  BankIDNorway,
  Descope,
  FusionAuth,
  Google,
  LINE,
  LinkedIn,
  Okta,
  Salesforce,
  Slack,
  Twitch,
  Vipps,
} from '@authnest/providers';
import { FakeOAuthServer } from '@authnest/testing';
import { platforms, TestApp } from '../support/test-app.js';

const CLIENT = { clientId: 'client-1', clientSecret: 'canary-secret-of-32-characters-02' };

interface Story {
  readonly id: string;
  readonly provider: Provider;
  readonly issuer: string;
  /** Makes the server behave as this provider does. */
  readonly script?: (server: FakeOAuthServer) => void;
  /** Maps the provider's endpoints to those of the fake server, if the paths differ. */
  readonly path?: (url: string) => string;
  /** Authorization request parameters that are specific to this provider. */
  readonly sent?: Readonly<Record<string, string>>;
}

const STORIES: readonly Story[] = [
  { id: 'google', provider: Google(CLIENT), issuer: 'https://accounts.google.com' },
  { id: 'linkedin', provider: LinkedIn(CLIENT), issuer: 'https://www.linkedin.com/oauth' },
  {
    id: 'slack',
    provider: Slack(CLIENT),
    issuer: 'https://slack.com',
    script: (server) => (server.claims = { ...server.claims, 'https://slack.com/team_id': 'T1' }),
  },
  { id: 'descope', provider: Descope(CLIENT), issuer: 'https://api.descope.com/client-1' },
  {
    id: 'okta',
    provider: Okta({ ...CLIENT, issuer: 'https://ada.okta.example/oauth2/default' }),
    issuer: 'https://ada.okta.example/oauth2/default',
  },
  {
    id: 'line',
    provider: LINE(CLIENT),
    issuer: 'https://access.line.me',
    script: (server) => server.signWith('HS256'),
  },
  {
    id: 'twitch',
    provider: Twitch(CLIENT),
    issuer: 'https://id.twitch.tv/oauth2',
    script: (server) => (server.tokens = { scope: ['openid', 'user:read:email'] }),
  },
  { id: 'salesforce', provider: Salesforce(CLIENT), issuer: 'https://login.salesforce.com' },
  {
    id: 'vipps',
    provider: Vipps(CLIENT),
    issuer: 'https://api.vipps.no/access-management-1.0/access/',
    sent: { scope: 'openid name email' },
  },
  {
    id: 'bankid-no',
    provider: BankIDNorway(CLIENT),
    issuer: 'https://auth.bankid.no/auth/realms/prod',
    script: signUserinfo,
    sent: { ui_locales: 'no', login_hint: 'BIS' },
  },
  {
    id: 'fusionauth',
    provider: FusionAuth({ ...CLIENT, issuer: 'https://ada.fusionauth.example', tenantId: 't-1' }),
    issuer: 'https://ada.fusionauth.example',
    script: (server) => {
      challengeAlways(server);
      server.claims = { ...server.claims, tid: 't-1' };
    },
    path: (url) => url.replace('/oauth2/', '/'),
    sent: { tenantId: 't-1', scope: 'openid offline_access email profile' },
  },
];

/** Providers restricted to an organization to which the user does not belong. */
const FOREIGN: readonly Story[] = [
  {
    id: 'google',
    provider: Google({ ...CLIENT, authorization: { params: { hd: 'corp.example' } } }),
    issuer: 'https://accounts.google.com',
  },
  {
    id: 'slack',
    provider: Slack({ ...CLIENT, authorization: { params: { team: 'T2' } } }),
    issuer: 'https://slack.com',
    script: (server) => (server.claims = { ...server.claims, 'https://slack.com/team_id': 'T1' }),
  },
];

function signUserinfo(server: FakeOAuthServer): void {
  server.answer('userinfo', async () => ({
    headers: { 'content-type': 'application/jwt' },
    body: await server.sign({ ...server.claims, iss: server.issuer, aud: CLIENT.clientId }),
  }));
}

function challengeAlways(server: FakeOAuthServer): void {
  server.answer('token', async (_, honest) => ({
    ...(await honest()),
    headers: { 'www-authenticate': 'Basic realm="fusionauth"' },
  }));
}

describe.each(platforms())('ready-made OpenID Connect providers on %s', (platform) => {
  const onTestEnd: (() => Promise<void>)[] = [];
  afterEach(async () => {
    for (const end of onTestEnd.splice(0).reverse()) await end();
  });

  async function signIn({ id, provider, issuer, script, path, sent }: Story) {
    const server = await FakeOAuthServer.start({ ...CLIENT, issuer });
    onTestEnd.push(() => server.close());
    script?.(server);
    const config = { providers: [provider], fetch: through(server, path) };
    const app = await TestApp.start({ platform, config });
    onTestEnd.push(() => app.close());
    const browser = app.client();

    const { location = '' } = await browser.signIn(id, { callbackUrl: '/home' });
    expect(Object.fromEntries(new URL(location).searchParams)).toMatchObject({ ...sent });
    const { url } = await server.authorize(location);
    const callback = await browser.get(url.pathname + url.search);
    return { app, location: callback.location, session: await browser.session() };
  }

  it.each(STORIES)('$id signs in', async (story) => {
    const { app, location, session } = await signIn(story);

    expect(location).toBe(`${app.url}/home`);
    expect(session).toMatchObject({ user: { name: 'Ada Lovelace', email: 'ada@example.com' } });
  });

  it('Azure AD B2C signs in with an ID token only, as documented for its default scope (RP9)', async () => {
    const issuer = 'https://ada.b2clogin.example/ada/signin/v2.0';
    const { app, location, session } = await signIn({
      id: 'azure-ad-b2c',
      provider: AzureADB2C({ ...CLIENT, issuer }),
      issuer,
      script: (server) => {
        server.claims = { sub: 'ada', name: 'Ada Lovelace', emails: ['ada@example.com'] };
        server.idToken = { claims: { at_hash: undefined } };
        server.tokens = { access_token: undefined, not_before: 1_442_340_812 };
      },
    });

    expect(location).toBe(`${app.url}/home`);
    expect(session).toMatchObject({ user: { name: 'Ada Lovelace', email: 'ada@example.com' } });
  });

  it.each(FOREIGN)(
    '$id refuses a user outside the organization that the provider is restricted to (V8)',
    async (story) => {
      const { app, location, session } = await signIn(story);

      expect(location).toBe(`${app.url}/auth/signin?error=OAuthCallbackError`);
      expect(session).toBeNull();
      expect(app.logs.lines.join('\n')).toMatch(/does not match `(?:hd|team)`/);
    },
  );
});

/** Returns a `fetch` that sends requests for the endpoints of the provider to the server. */
function through(server: FakeOAuthServer, path = (url: string) => url): typeof fetch {
  return (input, init) =>
    server.fetch(input instanceof Request ? input : path(input.toString()), init);
}
