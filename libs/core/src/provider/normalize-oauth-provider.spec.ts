import type { Profile } from '../model/profile.js';
import { normalizeOAuthProvider } from './normalize-oauth-provider.js';
import { OAuth, type OAuthConfig, type OAuthUserConfig, OIDC } from './oauth-provider.js';

const URLS = {
  authorization: 'https://gh.example/authorize',
  token: 'https://gh.example/token',
  userinfo: 'https://gh.example/user',
};
const gh = (own: Partial<OAuthConfig> = {}): OAuthConfig =>
  OAuth({ id: 'gh', name: 'GH', ...URLS, ...own });
const withOptions = (own: Partial<OAuthConfig>, options: OAuthUserConfig) =>
  normalizeOAuthProvider(gh({ ...own, options }));

describe('normalizeOAuthProvider', () => {
  it('fills in every default', () => {
    expect(normalizeOAuthProvider(gh())).toMatchObject({
      id: 'gh',
      name: 'GH',
      type: 'oauth',
      clientId: '',
      clientSecret: undefined,
      token: { url: URLS.token, params: {} },
      userinfo: { url: URLS.userinfo, params: {} },
      checks: new Set(['pkce']),
      client: {},
      idToken: true,
      linkByEmail: false,
      authorizationParams: new Set(),
      style: {},
    });
  });

  it('prefers the id and name of the options', () => {
    expect(withOptions({}, { id: 'mine', name: 'Mine' })).toMatchObject({
      id: 'mine',
      name: 'Mine',
    });
  });

  it.each([
    [undefined, ['pkce']],
    [['none'], []],
    [[], []],
    [
      ['state', 'none', 'nonce'],
      ['state', 'nonce'],
    ],
  ] as const)('resolves the checks %j to %j', (checks, expected) => {
    expect([...normalizeOAuthProvider(gh({ checks })).checks]).toEqual(expected);
    const oidc = OIDC({ id: 'idp', name: 'IdP', issuer: 'https://idp.example', checks });
    expect([...normalizeOAuthProvider(oidc).checks]).toEqual(expected);
  });

  it('requests openid, profile and email if no scope is configured', () => {
    const oidc = OIDC({ id: 'idp', name: 'IdP', issuer: 'https://idp.example' });
    const scope = 'openid profile email';

    expect(normalizeOAuthProvider(oidc).authorization).toEqual({
      url: undefined,
      params: { scope },
    });
    expect(normalizeOAuthProvider(gh()).authorization.params).toEqual({ scope });
    const params = { prompt: 'none' };
    expect(normalizeOAuthProvider(gh({ authorization: { params } })).authorization.params).toEqual({
      ...params,
      scope,
    });
  });

  it('sends no scope if it is empty', () => {
    const params = { scope: '', prompt: 'none' };

    expect(normalizeOAuthProvider(gh({ authorization: { params } })).authorization.params).toEqual({
      prompt: 'none',
    });
  });

  it('keeps a scope that is configured in the parameters or in the URL', () => {
    const url = 'https://gh.example/authorize?scope=read';
    const params = { scope: 'read' };

    expect(normalizeOAuthProvider(gh({ authorization: url })).authorization).toEqual({
      url,
      params: {},
    });
    expect(normalizeOAuthProvider(gh({ authorization: { params } })).authorization.params).toEqual(
      params,
    );
  });

  it('adds no scope if plain OAuth leaves the endpoint to discovery', () => {
    const provider = OAuth({ id: 'gh', name: 'GH', issuer: 'https://gh.example' });

    expect(normalizeOAuthProvider(provider).authorization).toEqual({ url: undefined, params: {} });
  });

  it('writes parameters as strings, claims as JSON, and leaves out null and undefined', () => {
    const params = {
      scope: 'read',
      max_age: 60,
      flag: true,
      ui_locales: ['de', 'en'],
      claims: { id_token: { email: null } },
      none: undefined,
      nil: null,
    };

    expect(normalizeOAuthProvider(gh({ token: { url: 'https://t', params } })).token).toEqual({
      url: 'https://t',
      basicCredentials: 'encoded',
      params: {
        scope: 'read',
        max_age: '60',
        flag: 'true',
        ui_locales: 'de,en',
        claims: '{"id_token":{"email":null}}',
      },
    });
  });

  it('keeps `this` of profile, account and userinfo.request', async () => {
    const userinfo = {
      url: URLS.userinfo,
      request() {
        return { sub: this.url };
      },
    };
    const provider = {
      ...gh({ userinfo }),
      profile(this: { name?: string }) {
        return { name: this.name };
      },
      account(this: { name?: string }) {
        return { scope: this.name };
      },
    };
    const resolved = normalizeOAuthProvider({ ...provider, options: { name: 'Mine' } });

    expect(await resolved.profile({}, {})).toEqual({ name: 'Mine' });
    expect(resolved.account({})).toEqual({ scope: 'Mine' });
    const urls = { signinUrl: '', callbackUrl: '' };
    const shown = { id: 'gh', name: 'GH', type: 'oauth', clientId: 'id', ...urls } as const;
    const context = { tokens: {}, provider: shown, fetch };
    expect(await resolved.userinfo.request?.(context)).toEqual({ sub: URLS.userinfo });
  });
});

describe('the default profile', () => {
  const profileOf = (profile: Profile) => normalizeOAuthProvider(gh()).profile(profile, {});

  it.each<[Profile, object]>([
    [{ sub: 's', id: 'i' }, { id: 's' }],
    [{ id: 'i' }, { id: 'i' }],
    [{ sub: null, id: 'i' }, { id: 'i' }],
    [{}, { id: undefined }],
    [{ name: 'n', nickname: 'k', preferred_username: 'p' }, { name: 'n' }],
    [{ nickname: 'k', preferred_username: 'p' }, { name: 'k' }],
    [{ preferred_username: 'p' }, { name: 'p' }],
    [
      { email: 'a@example.com', picture: 'https://x/p.png' },
      { email: 'a@example.com', image: 'https://x/p.png' },
    ],
    [{ picture: { data: {} } }, { image: undefined }],
  ])('maps %j to %j', async (profile, user) => {
    expect(await profileOf(profile)).toMatchObject(user);
  });

  it('keeps no other members', async () => {
    const profile = await profileOf({ sub: 's', role: 'admin', emailVerified: 'x' });

    expect(Object.keys(profile).sort()).toEqual(['email', 'id', 'image', 'name']);
  });
});

describe('the default account', () => {
  it('keeps the seven token members, and drops undefined ones', () => {
    const kept = {
      access_token: 'a',
      id_token: 'i',
      refresh_token: 'r',
      expires_at: 1,
      scope: 's',
      token_type: 'bearer',
      session_state: 'x',
    } as const;
    const { account } = normalizeOAuthProvider(gh());

    expect(account({ ...kept, expires_in: 5, other: 1 })).toEqual(kept);
    expect(Object.keys(account({ access_token: 'a', scope: undefined }))).toEqual(['access_token']);
  });

  it('is empty if a custom `account` returns nothing', () => {
    expect(withOptions({}, { account: () => undefined }).account({ access_token: 'a' })).toEqual(
      {},
    );
  });
});
