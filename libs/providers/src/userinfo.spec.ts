import type { HandlerProvider, Profile, TokenSet } from '@authnest/core';
import { type ApiResponses, ProviderApi } from '../../../test/support/provider-api.js';
import { type Preset, presets } from '../../../test/support/presets.js';
import * as providers from './index.js';

const ISSUER = 'https://cloud.example';
const TOKEN = 'canary-token-9921';
const AUTHORIZED = { authorization: `Bearer ${TOKEN}` };

const KAKAO = 'https://kapi.kakao.com/v2/user/me';
const EVENTBRITE = 'https://www.eventbriteapi.com/v3/users/me/';
const WIKIMEDIA = 'https://meta.wikimedia.org/w/rest.php/oauth2/resource/profile';
const ZOOM = 'https://api.zoom.us/v2/users/me';
const PATREON = 'https://www.patreon.com/api/oauth2/api/current_user';

describe('the userinfo request', () => {
  let api: ProviderApi;

  beforeAll(async () => {
    api = await ProviderApi.start();
  });
  afterAll(() => api.close());

  /** Runs a provider's userinfo handler, and returns its result. */
  async function read(
    preset: Preset,
    responses: ApiResponses,
    {
      options = {},
      tokens = {},
      url: own,
    }: { options?: object; tokens?: TokenSet; url?: string } = {},
  ): Promise<unknown> {
    api.respondWith(responses);
    const { userinfo, id, name, type } = preset(options);
    if (typeof userinfo !== 'object') throw new Error(`${id} has no handler`);
    const url = own ?? userinfo.url?.replace('{issuer}', ISSUER);
    const provider: HandlerProvider = {
      id,
      name,
      type,
      clientId: 'shop',
      issuer: ISSUER,
      userinfo: { url },
      signinUrl: 'https://app.example/auth/signin',
      callbackUrl: 'https://app.example/auth/callback',
    };
    const all: TokenSet = { access_token: TOKEN, ...tokens };
    return userinfo.request?.({ provider, tokens: all, fetch: api.fetch });
  }

  it.each([
    ['true if it is verified', [{ email: 'Ada@example.com', verified: true }], true],
    ['false if it is not', [{ email: 'ada@example.com', verified: false }], false],
    ['undefined if it is not listed', [{ email: 'b@example.com', verified: true }], undefined],
    ['undefined if the list is forbidden', 403, undefined],
  ])('GitHub: email_verified of a public address is %s (A25 V5)', async (_, emails, verified) => {
    const user = { id: 1, login: 'ada', email: 'ada@example.com' };
    const responses = {
      'GET https://api.github.com/user': user,
      'GET https://api.github.com/user/emails': emails,
    };

    const profile = (await read(providers.GitHub, responses)) as Profile;

    expect(profile).toMatchObject({ id: 1, email: expect.stringMatching(/^ada@/i) as unknown });
    expect(profile.email_verified).toBe(verified);
    expect(api.requests[0]?.headers).toMatchObject({ ...AUTHORIZED, 'user-agent': 'authnest' });
  });

  it.each([
    [
      'the primary address',
      [
        { email: 'first@example.com', primary: false, verified: true },
        { email: 'ada@example.com', primary: true, verified: true },
      ],
      { email: 'ada@example.com', email_verified: true },
    ],
    [
      'an unverified primary address (A25)',
      [{ email: 'ada@example.com', primary: true, verified: false }],
      { email: 'ada@example.com', email_verified: false },
    ],
    [
      'the first address if none is primary',
      [{ email: 'ada@example.com', verified: true }],
      { email: 'ada@example.com', email_verified: true },
    ],
    ['no address if the list is empty', [], { email: null }],
    ['no address if the list is forbidden', 403, { email: null }],
  ])('GitHub: returns %s', async (_, emails, expected) => {
    const responses = {
      'GET https://api.github.com/user': { id: 1, login: 'ada', email: null },
      'GET https://api.github.com/user/emails': emails,
    };

    expect(await read(providers.GitHub, responses)).toEqual({ id: 1, login: 'ada', ...expected });
  });

  it('GitHub: is sent to the configured Enterprise Server', async () => {
    const options = { enterprise: { baseUrl: 'https://git.example/' } };
    const responses = {
      'GET https://git.example/api/v3/user': { id: 1, email: null },
      'GET https://git.example/api/v3/user/emails': [{ email: 'ada@example.com', primary: true }],
    };

    expect(await read(providers.GitHub, responses, { options })).toMatchObject({
      email: 'ada@example.com',
    });
  });

  it('Bitbucket: returns the primary address from a second request', async () => {
    const responses = {
      'GET https://api.bitbucket.org/2.0/user': { account_id: 'a' },
      'GET https://api.bitbucket.org/2.0/user/emails': {
        values: [
          { email: 'old@example.com', is_primary: false, is_confirmed: true },
          { email: 'ada@example.com', is_primary: true, is_confirmed: true },
        ],
      },
    };

    expect(await read(providers.Bitbucket, responses)).toEqual({
      account_id: 'a',
      email: 'ada@example.com',
      email_verified: true,
    });
  });

  it('Dropbox: is a POST without a body', async () => {
    const url = 'https://api.dropboxapi.com/2/users/get_current_account';

    expect(await read(providers.Dropbox, { [`POST ${url}`]: { account_id: 'a' } })).toEqual({
      account_id: 'a',
    });
    expect(api.requests[0]).toMatchObject({ body: '', headers: AUTHORIZED });
    expect(api.requests[0]?.headers['content-type']).toBeUndefined();
  });

  it('Todoist: is a POST to the sync API', async () => {
    const url = 'https://api.todoist.com/sync/v9/sync';

    expect(await read(providers.Todoist, { [`POST ${url}`]: { user: { id: '1' } } })).toEqual({
      id: '1',
    });
    expect(api.requests[0]?.headers).toMatchObject({ 'content-type': 'application/json' });
    expect(JSON.parse(api.requests[0]?.body ?? '')).toEqual({
      sync_token: '*',
      resource_types: ['user'],
    });
  });

  it('HubSpot: contains the token in the path', async () => {
    const url = `https://api.hubapi.com/oauth/v1/access-tokens/${TOKEN}`;

    expect(await read(providers.HubSpot, { [`GET ${url}`]: { user_id: 1 } })).toEqual({
      user_id: 1,
    });
  });

  it('Foursquare: contains the token in the query', async () => {
    const url = `https://api.foursquare.com/v2/users/self?v=20260101&oauth_token=${TOKEN}`;
    const options = { apiVersion: '20260101' };

    expect(
      await read(providers.Foursquare, { [`GET ${url}`]: { response: {} } }, { options }),
    ).toEqual({ response: {} });
  });

  it('WeChat: contains the token and the openid in the query', async () => {
    const url = `https://api.weixin.qq.com/sns/userinfo?access_token=${TOKEN}&openid=o1&lang=zh_CN`;
    const tokens = { openid: 'o1' };

    expect(await read(providers.WeChat, { [`GET ${url}`]: { unionid: 'u1' } }, { tokens })).toEqual(
      {
        unionid: 'u1',
      },
    );
  });

  it('Bungie: contains the API key, and the member from the token response', async () => {
    const url = 'https://www.bungie.net/platform/User/GetBungieAccount/4352/254/';
    const tokens = { membership_id: '4352' };
    const options = { apiKey: 'key-1' };

    await read(providers.Bungie, { [`GET ${url}`]: { Response: {} } }, { options, tokens });

    expect(api.requests[0]?.headers).toMatchObject({ 'x-api-key': 'key-1', ...AUTHORIZED });
  });

  it('Bungie: fails if the API key is missing', async () => {
    await expect(async () => read(providers.Bungie, {})).rejects.toThrow('AUTH_BUNGIE_KEY');
  });

  it('Trakt: contains the version of the API and the client id', async () => {
    const url = 'https://api.trakt.tv/users/settings?extended=full';
    const user = { ids: { slug: 'ada', uuid: 'b6589fc6' } };

    expect(await read(providers.Trakt, { [`GET ${url}`]: { user } })).toEqual(user);

    expect(api.requests[0]?.headers).toMatchObject({
      'trakt-api-version': '2',
      'trakt-api-key': 'shop',
      ...AUTHORIZED,
    });
  });

  it('Notion: returns the user who owns the bot, from a fixed version of the API', async () => {
    const user = { id: 'e79a', person: { email: 'ada@example.com' } };
    const body = { object: 'user', bot: { owner: { type: 'user', user } } };

    expect(
      await read(providers.Notion, { 'GET https://api.notion.com/v1/users/me': body }),
    ).toEqual(user);
    expect(api.requests[0]?.headers).toMatchObject({ 'notion-version': '2022-06-28' });
  });

  it('Notion: returns no user if the bot belongs to a workspace', async () => {
    const body = { bot: { owner: { type: 'workspace' } } };

    expect(
      await read(providers.Notion, { 'GET https://api.notion.com/v1/users/me': body }),
    ).toEqual({});
  });

  it.each([
    ['Nextcloud', providers.Nextcloud, 'user_id'],
    ['Bungie', providers.Bungie, 'membership_id'],
  ])('%s: fails if the token response contains no valid id (V9)', async (_, preset, member) => {
    const options = { apiKey: 'key-1' };

    for (const value of [undefined, null, '', {}, 2 ** 53]) {
      const tokens = { [member]: value };
      await expect(async () => read(preset, {}, { options, tokens })).rejects.toThrow(/id/);
    }
    expect(api.requests).toEqual([]);
  });

  it('Nextcloud: returns the user from the token response, with a picture', async () => {
    const url = `${ISSUER}/ocs/v1.php/cloud/users/ada%2Fl%20`;
    const body = { ocs: { meta: { status: 'ok' }, data: { id: 'ada/l ', displayname: 'Ada' } } };
    const tokens = { user_id: 'ada/l ' };

    expect(await read(providers.Nextcloud, { [`GET ${url}`]: body }, { tokens })).toEqual({
      id: 'ada/l ',
      displayname: 'Ada',
      picture: `${ISSUER}/avatar/ada%2Fl%20/512`,
    });
    expect(api.requests[0]?.headers).toMatchObject({ 'ocs-apirequest': 'true' });
  });

  it('VK: returns the address from the token response', async () => {
    const url = 'https://api.vk.com/method/users.get?fields=photo_100&v=5.131';
    const body = { response: [{ id: 1, first_name: 'Ada' }] };
    const tokens = { email: 'ada@example.com' };

    expect(await read(providers.VK, { [`GET ${url}`]: body }, { tokens })).toEqual({
      id: 1,
      first_name: 'Ada',
      email: 'ada@example.com',
    });
  });

  it('Reddit: contains a user agent, which Reddit requires', async () => {
    await read(providers.Reddit, { 'GET https://oauth.reddit.com/api/v1/me': { id: 'a' } });

    expect(api.requests[0]?.headers).toMatchObject({ 'user-agent': 'authnest', ...AUTHORIZED });
  });

  it.each<[string, Preset, string, object, boolean | undefined]>([
    ['Discord', providers.Discord, 'https://discord.com/api/users/@me', { verified: false }, false],
    ['Discord', providers.Discord, 'https://discord.com/api/users/@me', { verified: true }, true],
    ['Kakao', providers.Kakao, KAKAO, kakao(true, true), true],
    ['Kakao', providers.Kakao, KAKAO, kakao(true, false), false],
    ['Kakao', providers.Kakao, KAKAO, kakao(false, true), false],
    ['Kakao', providers.Kakao, KAKAO, { id: 1 }, undefined],
    ['Patreon', providers.Patreon, PATREON, patreon(true), true],
    ['Patreon', providers.Patreon, PATREON, patreon(false), false],
    ['Eventbrite', providers.Eventbrite, EVENTBRITE, eventbrite(true), true],
    ['Eventbrite', providers.Eventbrite, EVENTBRITE, eventbrite(false), false],
    ['Eventbrite', providers.Eventbrite, EVENTBRITE, { id: '1' }, undefined],
    ['Wikimedia', providers.Wikimedia, WIKIMEDIA, { confirmed_email: true }, true],
    ['Wikimedia', providers.Wikimedia, WIKIMEDIA, { confirmed_email: false }, false],
    ['Zoom', providers.Zoom, ZOOM, { verified: 1 }, true],
    ['Zoom', providers.Zoom, ZOOM, { verified: 0 }, false],
    ['Zoom', providers.Zoom, ZOOM, { verified: '0' }, false],
    ['Zoom', providers.Zoom, ZOOM, {}, undefined],
  ])('%s: returns email_verified (%#) (A25)', async (_, preset, url, body, verified) => {
    const profile = (await read(preset, { [`GET ${url}`]: body })) as Profile;

    expect(profile.email_verified).toBe(verified);
  });

  it.each<[string, Preset]>(presets.filter(([, preset]) => 'request' in Object(preset().userinfo)))(
    '%s: is sent to the URL from the options',
    async (_, preset) => {
      const options = { apiKey: 'key-1' };
      const url = 'https://other.example/me';

      await read(preset, {}, { options, tokens: { membership_id: '1', user_id: '1' }, url }).catch(
        () => undefined,
      );

      expect(api.requests[0]?.url).toMatch(/^https:\/\/other\.example\/me/);
    },
  );

  it('fails with an error that does not contain the token (I08)', async () => {
    await expect(async () => read(providers.HubSpot, {})).rejects.toThrow(
      /^api\.hubapi\.com responded with 404$/,
    );
  });
});

function kakao(is_email_valid: boolean, is_email_verified: boolean): object {
  return { id: 1, kakao_account: { is_email_valid, is_email_verified } };
}

function eventbrite(verified: boolean): object {
  return { id: '1', emails: [{ email: 'ada@example.com', primary: true, verified }] };
}

function patreon(is_email_verified: boolean): object {
  return { data: { id: '1', attributes: { is_email_verified } } };
}
