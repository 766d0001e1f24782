import type { Profile } from '../model/profile.js';
import { mergeProvider, normalizeOAuthProvider } from './normalize-oauth-provider.js';
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

describe('mergeProvider', () => {
  it('lets options win, object by object', () => {
    const merged = mergeProvider(
      gh({
        authorization: { url: 'https://gh.example/a', params: { scope: 'read', prompt: 'none' } },
        style: { brandColor: 'black' },
        options: { authorization: { params: { scope: 'write' } }, style: { logo: '/gh.svg' } },
      }),
    );

    expect(merged).toMatchObject({
      authorization: { url: 'https://gh.example/a', params: { scope: 'write', prompt: 'none' } },
      style: { brandColor: 'black', logo: '/gh.svg' },
    });
  });

  it('replaces lists whole', () => {
    const merged = mergeProvider(gh({ checks: ['pkce', 'state'], options: { checks: ['none'] } }));

    expect(merged.checks).toEqual(['none']);
  });

  it('replaces instances and functions whole', () => {
    const clientKey = new URL('https://key.example');
    const profile = () => ({});
    const merged = mergeProvider(
      gh({ client: { key: {} }, options: { client: { key: clientKey }, profile } }),
    );

    expect(merged.client?.['key']).toBe(clientKey);
    expect(merged.profile).toBe(profile);
  });

  it('replaces a text by an object, and an object by a text', () => {
    const { token, userinfo } = mergeProvider(
      gh({ userinfo: { url: 'x' }, options: { token: { params: {} }, userinfo: 'y' } }),
    );

    expect(token).toEqual({ params: {} });
    expect(userinfo).toBe('y');
  });

  it('never lets undefined win', () => {
    const merged = mergeProvider(
      gh({
        clientId: 'id',
        style: { logo: '/a' },
        options: { clientId: undefined, style: { logo: undefined } },
      }),
    );

    expect(merged).toMatchObject({ clientId: 'id', style: { logo: '/a' } });
  });

  it('lets null win, which unsets', () => {
    // @ts-expect-error Auth.js lets null unset what a preset brings
    const merged = mergeProvider(gh({ issuer: 'https://gh.example', options: { issuer: null } }));

    expect(merged.issuer).toBeUndefined();
  });

  it('O7 writes to neither of the two', () => {
    const defaults = gh({
      style: Object.freeze({ logo: '/a' }),
      checks: Object.freeze(['pkce'] as const),
    });
    const options = Object.freeze({ style: Object.freeze({ bg: 'red' }), clientId: 'id' });
    const before = JSON.stringify(defaults);

    mergeProvider(Object.freeze({ ...defaults, options }));

    expect(JSON.stringify(defaults)).toBe(before);
  });

  it('E14 takes no prototype from options', () => {
    const options = JSON.parse('{"__proto__":{"admin":true},"style":{"__proto__":{"admin":true}}}');
    const merged = mergeProvider(gh({ style: {}, options }));

    expect(merged).not.toHaveProperty('admin');
    expect(merged.style).not.toHaveProperty('admin');
    expect(({} as Record<string, unknown>)['admin']).toBeUndefined();
  });
});

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

  it('takes id and name from options first', () => {
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
  ] as const)('makes of the checks %j %j', (checks, expected) => {
    expect([...normalizeOAuthProvider(gh({ checks })).checks]).toEqual(expected);
    const oidc = OIDC({ id: 'idp', name: 'IdP', issuer: 'https://idp.example', checks });
    expect([...normalizeOAuthProvider(oidc).checks]).toEqual(expected);
  });

  it('asks for openid, profile and email where no scope is configured', () => {
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

  it('keeps a scope, in the parameters or in the URL', () => {
    const url = 'https://gh.example/authorize?scope=read';
    const params = { scope: '' };

    expect(normalizeOAuthProvider(gh({ authorization: url })).authorization).toEqual({
      url,
      params: {},
    });
    expect(normalizeOAuthProvider(gh({ authorization: { params } })).authorization.params).toEqual(
      params,
    );
  });

  it('adds no scope where plain OAuth leaves the endpoint to discovery', () => {
    const provider = OAuth({ id: 'gh', name: 'GH', issuer: 'https://gh.example' });

    expect(normalizeOAuthProvider(provider).authorization).toEqual({ url: undefined, params: {} });
  });

  it('writes parameters as texts, claims as JSON, and leaves out what is not set', () => {
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
    const context = { tokens: {}, provider: { id: 'gh' } };
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
  ])('of %j is %j', async (profile, user) => {
    expect(await profileOf(profile)).toMatchObject(user);
  });

  it('keeps nothing else', async () => {
    const profile = await profileOf({ sub: 's', role: 'admin', emailVerified: 'x' });

    expect(Object.keys(profile).sort()).toEqual(['email', 'id', 'image', 'name']);
  });
});

describe('the default account', () => {
  it('keeps the seven token members, and drops what is undefined', () => {
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

  it('is empty where an own one answers nothing', () => {
    expect(withOptions({}, { account: () => undefined }).account({ access_token: 'a' })).toEqual(
      {},
    );
  });
});
