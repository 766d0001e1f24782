import { mergeProvider } from './merge-provider.js';
import { OAuth, type OAuthConfig } from './oauth-provider.js';

const gh = (own: Partial<OAuthConfig> = {}): OAuthConfig =>
  OAuth({ id: 'gh', name: 'GH', token: 'https://gh.example/token', ...own });

describe('mergeProvider', () => {
  it('merges options into defaults, object by object', () => {
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

  it('replaces a list as a whole', () => {
    const merged = mergeProvider(gh({ checks: ['pkce', 'state'], options: { checks: ['none'] } }));

    expect(merged.checks).toEqual(['none']);
  });

  it('replaces an instance or a function as a whole', () => {
    const clientKey = new URL('https://key.example');
    const profile = () => ({});
    const merged = mergeProvider(
      gh({ client: { key: {} }, options: { client: { key: clientKey }, profile } }),
    );

    expect(merged.client?.['key']).toBe(clientKey);
    expect(merged.profile).toBe(profile);
  });

  it('replaces a string by an object, and an object by a string', () => {
    const { token, userinfo } = mergeProvider(
      gh({ userinfo: { url: 'x' }, options: { token: { params: {} }, userinfo: 'y' } }),
    );

    expect(token).toEqual({ params: {} });
    expect(userinfo).toBe('y');
  });

  it('ignores options that are undefined', () => {
    const merged = mergeProvider(
      gh({
        clientId: 'id',
        style: { logo: '/a' },
        options: { clientId: undefined, style: { logo: undefined } },
      }),
    );

    expect(merged).toMatchObject({ clientId: 'id', style: { logo: '/a' } });
  });

  it('removes a default whose option is null', () => {
    // @ts-expect-error in Auth.js, null removes a default of a preset
    const merged = mergeProvider(gh({ issuer: 'https://gh.example', options: { issuer: null } }));

    expect(merged.issuer).toBeUndefined();
  });

  it('changes neither the defaults nor the options (O7)', () => {
    const defaults = gh({
      style: Object.freeze({ logo: '/a' }),
      checks: Object.freeze(['pkce'] as const),
    });
    const options = Object.freeze({ style: Object.freeze({ bg: 'red' }), clientId: 'id' });
    const before = JSON.stringify(defaults);

    mergeProvider(Object.freeze({ ...defaults, options }));

    expect(JSON.stringify(defaults)).toBe(before);
  });

  it('copies no prototype from options (E14)', () => {
    const options = JSON.parse('{"__proto__":{"admin":true},"style":{"__proto__":{"admin":true}}}');
    const merged = mergeProvider(gh({ style: {}, options }));

    expect(merged).not.toHaveProperty('admin');
    expect(merged.style).not.toHaveProperty('admin');
    expect(({} as Record<string, unknown>)['admin']).toBeUndefined();
  });
});
