import type { AuthConfig, Provider } from '@authnest/core';
import {
  Auth0,
  AzureDevOps,
  Bungie,
  Foursquare,
  FusionAuth,
  GitHub,
  HubSpot,
  Keycloak,
  Mastodon,
  NetSuite,
  TikTok,
  WeChat,
  WorkOS,
} from '@authnest/providers';
import { generateKeyPairSync } from 'node:crypto';
import { readyMade } from '../fixtures/ready-made.sample.js';
import { withEnvironment } from '../support/environment.js';
import { type ApiResponses, ProviderApi } from '../support/provider-api.js';
import { startOutcome } from '../support/start-outcome.js';
import { platforms, TestApp } from '../support/test-app.js';

const CODE = 'the-code';
const TOKENS = { access_token: 'canary-token-2', token_type: 'bearer' };

/** Returns the same `fetch`, but GET requests fail as if the host were down. */
function downFor(working: typeof fetch): typeof fetch {
  return (input, init) =>
    init?.method === 'POST'
      ? working(input, init)
      : fetch(
          `http://127.0.0.1:9${new URL(input instanceof Request ? input.url : input).search}`,
          init,
        );
}

/** Returns the environment of a provider; the secret is long enough to be found in a log. */
function variablesOf(name: string, own: Record<string, string> = {}): Record<string, string> {
  return {
    [`AUTH_${name}_ID`]: 'client-1',
    [`AUTH_${name}_SECRET`]: 'canary-secret-6620',
    ...Object.fromEntries(
      Object.entries(own).map(([key, value]) => [`AUTH_${name}_${key}`, value]),
    ),
  };
}

describe.each(platforms())('ready-made providers on %s', (platform) => {
  let api: ProviderApi;

  beforeAll(async () => {
    api = await ProviderApi.start();
  });
  afterAll(() => api.close());

  const start = (
    provider: Provider,
    variables: Record<string, string>,
    config: Partial<AuthConfig> = {},
  ): Promise<TestApp> =>
    withEnvironment(variables, () =>
      TestApp.start({
        platform,
        config: { providers: [provider], fetch: api.fetch, ...config },
      }),
    );

  /** Signs in with a provider whose responses were set before. */
  async function signIn(app: TestApp, id: string, iss?: string): Promise<unknown> {
    const browser = app.client();
    const { location = '' } = await browser.signIn(id, { callbackUrl: '/home' });
    const state = new URL(location).searchParams.get('state') ?? '';
    const query = new URLSearchParams({ code: CODE, state, ...(iss !== undefined && { iss }) });
    const callback = await browser.get(`/auth/callback/${id}?${query.toString()}`);
    expect(callback.location).toBe(`${app.url}/home`);
    const session = await browser.session();
    await app.close();
    return session?.user;
  }

  const GITHUB: ApiResponses = {
    'POST https://github.com/login/oauth/access_token': { access_token: 'a', token_type: 'bearer' },
    'GET https://api.github.com/user': {
      id: 583231,
      login: 'ada',
      email: null,
      avatar_url: 'https://img.example/a',
    },
    'GET https://api.github.com/user/emails': [
      { email: 'Ada@Example.com', primary: true, verified: true },
    ],
  };

  it.each<[string, Provider]>([
    ['bare', GitHub],
    ['called', GitHub({})],
  ])('GitHub, %s, signs in with credentials from the environment', async (_, provider) => {
    api.respondWith(GITHUB);
    const app = await start(provider, variablesOf('GITHUB'));

    expect(await signIn(app, 'github', 'https://github.com/login/oauth')).toEqual({
      name: 'ada',
      email: 'ada@example.com',
      image: 'https://img.example/a',
    });
  });

  it.each<[string, Provider]>([
    ['bare', Mastodon],
    ['called', Mastodon({ authorizationParams: ['force_login'] })],
  ])('Mastodon, %s, uses the instance from the environment', async (_, provider) => {
    const instance = 'https://social.example';
    api.respondWith({
      [`POST ${instance}/oauth/token`]: { access_token: 'a', token_type: 'Bearer', scope: 'read' },
      [`GET ${instance}/api/v1/accounts/verify_credentials`]: { id: '14715', username: 'ada' },
    });
    const app = await start(provider, variablesOf('MASTODON', { ISSUER: `${instance}/` }));

    expect(await signIn(app, 'mastodon')).toEqual({ name: 'ada' });
  });

  it('TikTok signs in with its own parameter names', async () => {
    const userinfo =
      'https://open.tiktokapis.com/v2/user/info/?fields=open_id%2Cavatar_url%2Cdisplay_name';
    api.respondWith({
      'POST https://open.tiktokapis.com/v2/oauth/token/': { access_token: 'a', open_id: 'o' },
      [`GET ${userinfo}`]: { data: { user: { open_id: 'o', display_name: 'ada' } } },
    });
    const app = await start(TikTok, variablesOf('TIKTOK'));

    expect(await signIn(app, 'tiktok')).toEqual({ name: 'ada' });
    const [tokenRequest] = api.requests;
    expect(Object.fromEntries(new URLSearchParams(tokenRequest?.body))).toMatchObject({
      client_key: 'client-1',
      client_secret: 'canary-secret-6620',
      code: CODE,
      redirect_uri: expect.stringMatching(/\/auth\/callback\/tiktok$/) as unknown,
      code_verifier: expect.stringMatching(/^[\w-]{43}$/) as unknown,
    });
  });

  it('Azure DevOps signs in with assertions', async () => {
    const origin = 'https://app.vssps.visualstudio.com';
    const profile = '/_apis/profile/profiles/me?details=true&coreAttributes=Avatar&api-version=6.0';
    api.respondWith({
      [`POST ${origin}/oauth2/token`]: { access_token: 'a', token_type: 'jwt-bearer' },
      [`GET ${origin}${profile}`]: { id: '1', displayName: 'Ada', emailAddress: 'a@example.com' },
    });
    const app = await start(AzureDevOps, variablesOf('AZURE_DEVOPS'));

    expect(await signIn(app, 'azure-devops')).toEqual({ name: 'Ada', email: 'a@example.com' });
  });

  it('WeChat signs in with everything in the query', async () => {
    const origin = 'https://api.weixin.qq.com';
    const redeem = `?appid=client-1&secret=canary-secret-6620&code=${CODE}&grant_type=authorization_code`;
    api.respondWith({
      [`GET ${origin}/sns/oauth2/access_token${redeem}`]: { access_token: 'a', openid: 'o' },
      [`GET ${origin}/sns/userinfo?access_token=a&openid=o&lang=zh_CN`]: {
        unionid: 'u',
        nickname: 'ada',
      },
    });
    const app = await start(WeChat, variablesOf('WECHAT'));

    expect(await signIn(app, 'wechat')).toEqual({ name: 'ada' });
  });

  it('Bungie signs in with its key from the environment', async () => {
    const origin = 'https://www.bungie.net/platform';
    api.respondWith({
      [`POST ${origin}/app/oauth/token/`]: {
        access_token: 'a',
        token_type: 'Bearer',
        membership_id: '4352',
      },
      [`GET ${origin}/User/GetBungieAccount/4352/254/`]: {
        Response: { bungieNetUser: { membershipId: '4352', displayName: 'Ada' } },
      },
    });
    const app = await start(Bungie, variablesOf('BUNGIE', { KEY: 'key-1' }));

    expect(await signIn(app, 'bungie')).toEqual({ name: 'Ada' });
  });

  it.each([
    ['org_ours', true],
    ['org_foreign', false],
  ])('WorkOS signs in a user of %s: %j, whatever the URL requested (V8)', async (theirs, ours) => {
    api.respondWith({
      'POST https://api.workos.com/sso/token': { access_token: 'a', token_type: 'bearer' },
      'GET https://api.workos.com/sso/profile': { id: 'prof_1', organization_id: theirs },
    });
    const options = { organization: 'org_ours', profile: () => ({ id: 'prof_1', name: 'Ada' }) };
    const app = await start(WorkOS(options), variablesOf('WORKOS'));
    const browser = app.client();
    const { location = '' } = await browser.signIn('workos', { callbackUrl: '/home' });
    const { searchParams } = new URL(location);

    const { location: end } = await browser.get(
      `/auth/callback/workos?code=${CODE}&state=${searchParams.get('state') ?? ''}`,
    );
    const session = await browser.session();
    await app.close();

    expect(searchParams.get('organization')).toBe('org_ours');
    expect(end).toBe(app.url + (ours ? '/home' : '/auth/signin?error=OAuthCallbackError'));
    expect(session !== null).toBe(ours);
  });

  /** Hosts that receive a secret or a token in the URL, and whose responses are useless. */
  it.each<[string, Provider, string, string, ApiResponses]>([
    ['WeChat, without a token', WeChat, 'wechat', 'WECHAT', {}],
    [
      'HubSpot, without a user',
      HubSpot,
      'hubspot',
      'HUBSPOT',
      { 'POST https://api.hubapi.com/oauth/v1/token': TOKENS },
    ],
    [
      'Foursquare, without a user',
      Foursquare,
      'foursquare',
      'FOURSQUARE',
      { 'POST https://foursquare.com/oauth2/access_token': TOKENS },
    ],
  ])(
    '%s, writes no secret, token or code to the log (I08)',
    async (_, provider, id, name, responses) => {
      api.respondWith(responses);
      for (const fetch of [api.fetch, downFor(api.fetch)]) {
        const app = await start(provider, variablesOf(name), { fetch });
        const browser = app.client();
        const { location = '' } = await browser.signIn(id);
        const state = new URL(location).searchParams.get('state') ?? '';

        const refused = await browser.get(`/auth/callback/${id}?code=canary-code-1&state=${state}`);

        expect(refused.location).toBe(`${app.url}/auth/signin?error=OAuthCallbackError`);
        expect(app.logs.types).toEqual(['OAuthCallbackError']);
        expect(app.logs.lines.join()).not.toMatch(/canary/);
        await app.close();
      }
    },
  );

  it.each<[string, Provider, string]>([
    ['Auth0', Auth0, 'AUTH_AUTH0_ISSUER'],
    ['Auth0 with options', Auth0({ clientId: 'x' }), 'AUTH_AUTH0_ISSUER'],
    ['Keycloak', Keycloak, 'AUTH_KEYCLOAK_ISSUER'],
    ['FusionAuth', FusionAuth, 'AUTH_FUSIONAUTH_ISSUER'],
    ['Mastodon', Mastodon, 'AUTH_MASTODON_ISSUER'],
    ['Mastodon with options', Mastodon({ clientId: 'x' }), 'AUTH_MASTODON_ISSUER'],
    ['NetSuite', NetSuite, '`accountID`'],
    ['GitHub', GitHub, 'AUTH_GITHUB_ID'],
  ])('%s does not start without a required option, and names it', async (_, provider, missing) => {
    expect(await startOutcome({ platform, config: { providers: [provider] } })).toContain(missing);
  });

  it('the providers from the guide start', async () => {
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const environment = {
      ...variablesOf('GITHUB'),
      ...variablesOf('KEYCLOAK', { ISSUER: 'https://keycloak.example/realms/shop' }),
      ...variablesOf('MICROSOFT_ENTRA_ID'),
      AUTH_APPLE_ID: 'com.example.web',
      APPLE_PRIVATE_KEY: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    };

    const outcome = await withEnvironment(environment, () =>
      startOutcome({ platform, config: { providers: readyMade(environment) } }),
    );

    expect(outcome).toBe('started');
  });
});
