import { OIDC, type OIDCConfig } from '../provider/oauth-provider.js';
import { normalizeOAuthProvider } from '../provider/normalize-oauth-provider.js';
import { assertRestrictions } from './assert-restrictions.js';

const GOOGLE = 'https://accounts.google.com';
const CLUB: Partial<OIDCConfig> = {
  issuer: 'https://idp.example',
  restrictions: { club: ({ club }, wanted) => club === wanted },
};

function check(claims: object, own: Partial<OIDCConfig>): () => void {
  const provider = OIDC({ id: 'idp', name: 'IdP', ...own });
  return () => assertRestrictions(normalizeOAuthProvider(provider), { ...claims });
}

const asking = (params: object): Partial<OIDCConfig> => ({
  authorization: { params: { ...params } },
});

describe('assertRestrictions', () => {
  it('refuses a profile that does not match the configured parameter (V8)', () => {
    const own = { ...CLUB, ...asking({ club: 'chess' }) };

    expect(check({ club: 'chess' }, own)).not.toThrow();
    expect(check({ club: 'golf' }, own)).toThrow('does not match `club`');
    expect(check({}, own)).toThrow('does not match `club`');
  });

  it('reads the parameter from the URL and from the options of a provider factory (V8)', () => {
    const inUrl = { ...CLUB, authorization: 'https://idp.example/authorize?club=chess' };
    const inOptions = { ...CLUB, options: asking({ club: 'chess' }) };

    for (const own of [inUrl, inOptions]) expect(check({ club: 'golf' }, own)).toThrow('`club`');
  });

  it('refuses a profile even if a custom `profile` function maps it (V8)', () => {
    const options = { ...asking({ club: 'chess' }), profile: () => ({ id: '7' }) };

    expect(check({ club: 'golf' }, { ...CLUB, options })).toThrow('`club`');
  });

  it('restricts nobody if the parameter is absent, or if the caller of sign-in may set it', () => {
    expect(check({}, CLUB)).not.toThrow();
    expect(
      check({}, { ...CLUB, ...asking({ club: 'chess' }), authorizationParams: ['club'] }),
    ).not.toThrow();
  });

  it.each([
    ['corp.example', 'corp.example', true],
    ['corp.example', 'CORP.example', true],
    ['other.example', 'corp.example', false],
    [undefined, 'corp.example', false],
    ['other.example', '*', true],
    [undefined, '*', false],
    [['corp.example'], 'corp.example', false],
  ])('compares the Google claim `hd` %j with the parameter %s: %j (V8)', (hd, wanted, fits) => {
    const own = { issuer: GOOGLE, ...asking({ hd: wanted }) };

    if (fits) expect(check({ hd }, own)).not.toThrow();
    else expect(check({ hd }, own)).toThrow('does not match `hd`');
  });

  it.each<[string, Partial<OIDCConfig>]>([
    ['an issuer with a slash', { issuer: 'https://accounts.google.com/' }],
    ['only `wellKnown`', { wellKnown: `${GOOGLE}/.well-known/openid-configuration` }],
    ['only endpoints', { authorization: { url: `${GOOGLE}/o/oauth2/v2/auth` } }],
    ['an endpoint with the parameter', { authorization: `${GOOGLE}/o/oauth2/v2/auth?hd=corp` }],
  ])('recognizes Google by %s (V8)', (_, own) => {
    const options = typeof own.authorization === 'string' ? {} : asking({ hd: 'corp' });

    expect(check({ hd: 'corp' }, { ...own, options })).not.toThrow();
    expect(check({}, { ...own, options })).toThrow('does not match `hd`');
  });

  it('does not take another host for that of Google', () => {
    const own = { issuer: 'https://accounts.google.com.idp.example', ...asking({ hd: 'corp' }) };

    expect(check({}, own)).not.toThrow();
  });
});
