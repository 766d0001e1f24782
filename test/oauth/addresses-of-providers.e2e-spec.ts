import type { OAuthUserConfig, Provider } from '@authnest/core';
import {
  Bitbucket,
  Discord,
  Freshbooks,
  GitHub,
  GitLab,
  Kakao,
  Patreon,
  Spotify,
  Todoist,
} from '@authnest/providers';
import { aUser, MemoryAdapter } from '@authnest/testing';
import { type ApiResponses, ProviderApi } from '../support/provider-api.js';
import { platforms, TestApp } from '../support/test-app.js';

const email = 'ada@example.com';
const OPTIONS = {
  clientId: 'client-1',
  clientSecret: 'canary-secret-8154',
  allowDangerousEmailAccountLinking: true,
} as const satisfies OAuthUserConfig<never>;

type Case = readonly [
  id: string,
  provider: Provider,
  token: string,
  responses: (isVerified: boolean) => ApiResponses,
];

/** Each of these providers reports in its own way whether it has verified an address. */
const CASES: readonly Case[] = [
  [
    'github',
    GitHub(OPTIONS),
    'https://github.com/login/oauth/access_token',
    (verified) => ({
      'GET https://api.github.com/user': { id: 1, login: 'ada', email: null },
      'GET https://api.github.com/user/emails': [{ email, primary: true, verified }],
    }),
  ],
  [
    'bitbucket',
    Bitbucket(OPTIONS),
    'https://bitbucket.org/site/oauth2/access_token',
    (is_confirmed) => ({
      'GET https://api.bitbucket.org/2.0/user': { account_id: 'a' },
      'GET https://api.bitbucket.org/2.0/user/emails': {
        values: [{ email, is_primary: true, is_confirmed }],
      },
    }),
  ],
  [
    'discord',
    Discord(OPTIONS),
    'https://discord.com/api/oauth2/token',
    (verified) => ({ 'GET https://discord.com/api/users/@me': { id: '1', email, verified } }),
  ],
  [
    'kakao',
    Kakao(OPTIONS),
    'https://kauth.kakao.com/oauth/token',
    (is_email_verified) => ({
      'GET https://kapi.kakao.com/v2/user/me': {
        id: 1,
        kakao_account: { email, is_email_valid: true, is_email_verified },
      },
    }),
  ],
  [
    'patreon',
    Patreon(OPTIONS),
    'https://www.patreon.com/api/oauth2/token',
    (is_email_verified) => ({
      'GET https://www.patreon.com/api/oauth2/api/current_user': {
        data: { id: '1', attributes: { email, is_email_verified } },
      },
    }),
  ],
  [
    'gitlab',
    GitLab(OPTIONS),
    'https://gitlab.com/oauth/token',
    (verified) => ({
      'GET https://gitlab.com/api/v4/user': {
        id: 1,
        email,
        confirmed_at: verified ? '2026-01-01T00:00:00Z' : null,
      },
    }),
  ],
  [
    'freshbooks',
    Freshbooks(OPTIONS),
    'https://api.freshbooks.com/auth/oauth/token',
    (verified) => ({
      'GET https://api.freshbooks.com/auth/api/v1/users/me': {
        response: { id: 1, email, ...(verified && { confirmed_at: '2026-01-01T00:00:00Z' }) },
      },
    }),
  ],
  [
    'todoist',
    Todoist(OPTIONS),
    'https://todoist.com/oauth/access_token',
    (verified) => ({
      'POST https://api.todoist.com/sync/v9/sync': {
        user: { id: '1', email, verification_status: verified ? 'verified' : 'unverified' },
      },
    }),
  ],
];

/** Spotify never reports that an address is verified: its profile has no field `verified`. */
const SPOTIFY: Case = [
  'spotify',
  Spotify(OPTIONS),
  'https://accounts.spotify.com/api/token',
  (verified) => ({ 'GET https://api.spotify.com/v1/me': { id: '1', email, verified } }),
];

/** The provider of the user's Todoist account has verified the address, but Todoist has not. */
const VERIFIED_ELSEWHERE: Case = [
  'todoist',
  Todoist(OPTIONS),
  'https://todoist.com/oauth/access_token',
  () => ({
    'POST https://api.todoist.com/sync/v9/sync': {
      user: { id: '1', email, verification_status: 'verified_by_third_party' },
    },
  }),
];

describe.each(platforms())('linking by address with ready-made providers on %s', (platform) => {
  let api: ProviderApi;

  beforeAll(async () => {
    api = await ProviderApi.start();
  });
  afterAll(() => api.close());

  /** Signs in while a user with the address exists. @returns where the callback redirects to */
  async function signIn([id, provider, token, responses]: Case, isVerified: boolean) {
    api.respondWith({
      ...responses(isVerified),
      [`POST ${token}`]: { access_token: 'a', token_type: 'bearer' },
    });
    const adapter = new MemoryAdapter();
    await adapter.createUser(aUser({ email, emailVerified: new Date() }));
    const config = { adapter, providers: [provider], fetch: api.fetch };
    const app = await TestApp.start({ platform, config });
    const browser = app.client();
    const started = await browser.signIn(id, { callbackUrl: '/home' });
    const state = new URL(started.location ?? '').searchParams.get('state') ?? '';
    const { location } = await browser.get(`/auth/callback/${id}?code=c&state=${state}`);
    await app.close();
    return location?.replace(app.url, '');
  }

  it.each(CASES)(
    '%s: does not link by an address that it has not verified (A25, V5)',
    async (...row) => {
      expect(await signIn(row, false)).toBe('/auth/signin?error=OAuthAccountNotLinked');
    },
  );

  it('spotify: does not link by address, whatever its profile states (A25, V5)', async () => {
    expect(await signIn(SPOTIFY, true)).toBe('/auth/signin?error=OAuthAccountNotLinked');
  });

  it('todoist: does not link by an address that only a third party has verified (A25, V5)', async () => {
    expect(await signIn(VERIFIED_ELSEWHERE, true)).toBe('/auth/signin?error=OAuthAccountNotLinked');
  });

  it.each(CASES)('%s: links by an address that it has verified', async (...row) => {
    expect(await signIn(row, true)).toBe('/home');
  });
});
