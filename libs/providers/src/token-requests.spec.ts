import { jest } from '@jest/globals';
import type { HandlerProvider, TokenContext } from '@authnest/core';
import { type ApiResponses, ProviderApi } from '../../../test/support/provider-api.js';
import type { Preset } from '../../../test/support/presets.js';
import { AzureDevOps } from './azure-devops.js';
import { FusionAuth } from './fusionauth.js';
import { GitHub } from './github.js';
import { MicrosoftEntraID } from './microsoft-entra-id.js';
import { tokensOf } from './read-tokens.js';
import { TikTok } from './tiktok.js';
import { WeChat } from './wechat.js';

const SECRET = 'canary-secret-7113';

let api: ProviderApi;
beforeAll(async () => {
  api = await ProviderApi.start();
});
afterAll(() => api.close());

/** Runs a provider's own token request, and returns its result. */
async function redeem(preset: Preset, responses: ApiResponses): Promise<unknown> {
  api.respondWith(responses);
  const { token, id, name, type } = preset();
  if (typeof token !== 'object') throw new Error(`${id} has no handler`);
  const provider: HandlerProvider = {
    id,
    name,
    type,
    clientId: 'shop',
    clientSecret: SECRET,
    token: { url: token.url },
    signinUrl: 'https://app.example/auth/signin',
    callbackUrl: 'https://app.example/auth/callback',
  };
  const context: TokenContext = {
    provider,
    params: { code: 'the-code', state: 's' },
    checks: { code_verifier: 'v'.repeat(43) },
    redirectUri: 'https://app.example/auth/callback/x',
    fetch: api.fetch,
  };
  return token.request?.(context);
}

const form = (): object => Object.fromEntries(new URLSearchParams(api.requests[0]?.body));

describe('the token request of', () => {
  const TIKTOK = 'POST https://open.tiktokapis.com/v2/oauth/token/';
  const AZURE = 'POST https://app.vssps.visualstudio.com/oauth2/token';
  const WECHAT =
    'GET https://api.weixin.qq.com/sns/oauth2/access_token' +
    `?appid=shop&secret=${SECRET}&code=the-code&grant_type=authorization_code`;

  it('TikTok sends the client id as client_key, and the verifier', async () => {
    const response = { access_token: 'a', open_id: 'o', token_type: 'bearer', expires_in: 86400 };

    expect(await redeem(TikTok, { [TIKTOK]: response })).toEqual({ tokens: response });
    expect(form()).toEqual({
      client_key: 'shop',
      client_secret: SECRET,
      grant_type: 'authorization_code',
      code: 'the-code',
      redirect_uri: 'https://app.example/auth/callback/x',
      code_verifier: 'v'.repeat(43),
    });
    expect(api.requests[0]?.headers).toMatchObject({
      'content-type': expect.stringMatching(/^application\/x-www-form-urlencoded/) as unknown,
    });
  });

  it('Azure DevOps sends the code and the secret as assertions', async () => {
    const response = { access_token: 'a', token_type: 'jwt-bearer', expires_in: '3599' };

    expect(await redeem(AzureDevOps, { [AZURE]: response })).toEqual({
      tokens: { ...response, token_type: 'bearer' },
    });
    expect(form()).toEqual({
      client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
      client_assertion: SECRET,
      grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer',
      assertion: 'the-code',
      redirect_uri: 'https://app.example/auth/callback/x',
    });
  });

  it('WeChat sends appid and secret in the query', async () => {
    const response = { access_token: 'a', openid: 'o1', unionid: 'u1', expires_in: 7200 };

    expect(await redeem(WeChat, { [WECHAT]: response })).toEqual({
      tokens: { ...response, token_type: 'bearer' },
    });
  });

  it.each<[string, Preset, string, unknown, string]>([
    ['an error with status 200', WeChat, WECHAT, { errcode: 40029, errmsg: 'invalid' }, '40029'],
    ['an error', TikTok, TIKTOK, { error: 'invalid_grant' }, 'invalid_grant'],
    ['an empty response', TikTok, TIKTOK, {}, 'no code'],
    ['a response that is not an object', TikTok, TIKTOK, ['a'], 'no code'],
    ['a token that is not a string', TikTok, TIKTOK, { access_token: 5 }, 'no code'],
    ['an empty token', TikTok, TIKTOK, { access_token: '' }, 'no code'],
    ['a long error', TikTok, TIKTOK, { error: 'e'.repeat(99) }, 'e'.repeat(60)],
    ['an error status', AzureDevOps, AZURE, 401, 'no code'],
  ])(
    'any provider fails for %s, without the secret in the message (I08)',
    async (_, preset, url, response, code) => {
      const refused = redeem(preset, { [url]: response });

      await expect(refused).rejects.toThrow(`without a token (${code})`);
      await expect(refused).rejects.not.toThrow(SECRET);
    },
  );
});

describe('a response with a token', () => {
  it('is an error if its status is one', async () => {
    const response = Response.json({ access_token: 'a', error: 'server_error' }, { status: 500 });

    await expect(tokensOf(response)).rejects.toThrow('with 500 without a token (server_error)');
  });
});

describe('a token response from FusionAuth', () => {
  const conform = (status: number): unknown => {
    const { token } = FusionAuth({ tenantId: 't1' });
    const headers = { 'www-authenticate': 'Bearer', 'x-other': '1' };
    const conformed =
      typeof token === 'object' && token.conform?.(new Response('{}', { status, headers }));
    return conformed instanceof Response && Object.fromEntries(conformed.headers);
  };

  it('is returned without its challenge if it is successful', () => {
    expect(conform(200)).not.toHaveProperty('www-authenticate');
    expect(conform(200)).toHaveProperty('x-other');
  });

  it('is returned with its challenge if it is an error', () => {
    expect(conform(401)).toHaveProperty('www-authenticate', 'Bearer');
  });
});

describe('a token response from GitHub', () => {
  const conformed = async (body: unknown, status = 200): Promise<unknown> => {
    const { token } = GitHub();
    const conform = typeof token === 'object' ? token.conform : undefined;
    const response = await conform?.(new Response(JSON.stringify(body), { status }));
    return response && [response.status, await response.json()];
  };

  it.each([
    ['bad_refresh_token', 'invalid_grant'],
    ['bad_verification_code', 'invalid_grant'],
    ['incorrect_client_credentials', 'invalid_client'],
  ])('with status 200 and %s is a refusal with %s', async (error, standard) => {
    const body = { error, error_description: 'The token passed is incorrect or expired.' };

    expect(await conformed(body)).toEqual([400, { error: standard }]);
  });

  it.each([
    [{ access_token: 'a', token_type: 'bearer' }],
    [{ access_token: 'a', error: 'bad_refresh_token' }],
    [{ error: 'redirect_uri_mismatch' }],
    [{ error: 'toString' }],
    [{ error: ['bad_refresh_token'] }],
    [null],
  ])('is unchanged if it is %j', async (body) => {
    expect(await conformed(body)).toBeUndefined();
  });

  it('is unchanged if it is an error already, or not JSON', async () => {
    const { token } = GitHub();
    const conform = typeof token === 'object' ? token.conform : undefined;

    expect(await conformed({ error: 'bad_refresh_token' }, 503)).toBeUndefined();
    expect(await conform?.(new Response('<html>'))).toBeUndefined();
  });
});

describe('the photo from Microsoft Entra ID', () => {
  const PHOTO = 'https://graph.microsoft.com/v1.0/me/photos/48x48/$value';
  const profileOf = async (options: object) =>
    MicrosoftEntraID(options).profile?.({ sub: 's', name: 'Ada' }, { access_token: 'a' });

  it('is not requested by default', async () => {
    api.respondWith({ [`GET ${PHOTO}`]: 'jpeg' });

    expect(await profileOf({ fetch: api.fetch })).not.toHaveProperty('image');
    expect(api.requests).toEqual([]);
  });

  it('becomes the image of the user if a size is set', async () => {
    api.respondWith({ [`GET ${PHOTO}`]: 'jpeg' });

    const user = await profileOf({ fetch: api.fetch, profilePhotoSize: 48 });

    expect(user).toMatchObject({ id: 's', image: `data:image/jpeg;base64,${btoa('"jpeg"')}` });
    expect(api.requests[0]?.headers).toMatchObject({ authorization: 'Bearer a' });
  });

  it('is omitted if it is missing, too large or cannot be fetched', async () => {
    api.respondWith({});
    expect(await profileOf({ fetch: api.fetch, profilePhotoSize: 48 })).toMatchObject({
      image: null,
    });

    api.respondWith({ [`GET ${PHOTO}`]: 'x'.repeat(600_000) });
    expect(await profileOf({ fetch: api.fetch, profilePhotoSize: 48 })).toMatchObject({
      image: null,
    });

    const fetch = () => Promise.reject(new Error('down'));
    expect(await profileOf({ fetch, profilePhotoSize: 48 })).toMatchObject({
      id: 's',
      image: null,
    });
  });

  it('is omitted if the request is redirected, since the token is only for Microsoft Graph', async () => {
    const modes: unknown[] = [];
    const fetch: typeof globalThis.fetch = (_, init) => {
      modes.push(init?.redirect);
      return Promise.resolve(Response.redirect('https://elsewhere.example/photo', 302));
    };

    const user = await profileOf({ fetch, profilePhotoSize: 48 });

    expect(user).toMatchObject({ id: 's', image: null });
    expect(modes).toEqual(['manual']);
  });

  it('is omitted if the response does not arrive in time', async () => {
    const timeout = jest.spyOn(AbortSignal, 'timeout').mockReturnValue(AbortSignal.abort('late'));
    const fetch: typeof globalThis.fetch = (_, init) =>
      new Promise((_resolve, reject) => {
        if (init?.signal?.aborted) reject(new Error('late'));
      });

    const user = await profileOf({ fetch, profilePhotoSize: 48 });
    timeout.mockRestore();

    expect(user).toMatchObject({ id: 's', image: null });
  });
});
