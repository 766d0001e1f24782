import { stringifySetCookie } from 'cookie';
import { CHECK_MAX_AGE, type CookieNaming, resolveCookies } from './default-cookies.js';

const NAMES = {
  sessionToken: 'authjs.session-token',
  callbackUrl: 'authjs.callback-url',
  csrfToken: 'authjs.csrf-token',
  pkceCodeVerifier: 'authjs.pkce.code_verifier',
  state: 'authjs.state',
  nonce: 'authjs.nonce',
  webauthnChallenge: 'authjs.challenge',
};

const namesOf = (naming: CookieNaming) =>
  Object.fromEntries(Object.entries(resolveCookies(naming)).map(([key, { name }]) => [key, name]));

describe('resolveCookies', () => {
  it('prefixes nothing over http (D09)', () => {
    expect(namesOf('plain')).toEqual(NAMES);
  });

  it('prefixes with __Secure- over https, the CSRF token with __Host- (D09)', () => {
    const secure = Object.entries(NAMES).map(([key, name]) => [
      key,
      `${key === 'csrfToken' ? '__Host-' : '__Secure-'}${name}`,
    ]);

    expect(namesOf('secure')).toEqual(Object.fromEntries(secure));
  });

  it("prefixes all with __Host- over https with cookiePrefix 'host' (D09)", () => {
    const host = Object.entries(NAMES).map(([key, name]) => [key, `__Host-${name}`]);

    expect(namesOf('host')).toEqual(Object.fromEntries(host));
  });

  it.each(['plain', 'secure', 'host'] as const)(
    'gives all seven Path=/, HttpOnly and SameSite=Lax, and Secure over https (%s) (D09)',
    (naming) => {
      for (const { name, options } of Object.values(resolveCookies(naming))) {
        const { maxAge: _maxAge, ...common } = options;
        const secure = naming === 'plain' ? '' : ' Secure;';
        expect(stringifySetCookie({ ...common, name, value: 'x' })).toBe(
          `${name}=x; Path=/; HttpOnly;${secure} SameSite=Lax`,
        );
      }
    },
  );

  it('gives a Max-Age to verifier, state and challenge only', () => {
    const withMaxAge = Object.entries(resolveCookies('plain'))
      .filter(([, { options }]) => options.maxAge !== undefined)
      .map(([key, { options }]) => [key, options.maxAge]);

    expect(CHECK_MAX_AGE).toBe(900);
    expect(withMaxAge).toEqual([
      ['pkceCodeVerifier', 900],
      ['state', 900],
      ['webauthnChallenge', 900],
    ]);
  });

  it('keeps a configured name unchanged, without a prefix', () => {
    const cookies = resolveCookies('secure', { sessionToken: { name: 'sid' } });

    expect(cookies.sessionToken.name).toBe('sid');
    expect(cookies.csrfToken.name).toBe('__Host-authjs.csrf-token');
  });

  it('merges options member by member over the defaults', () => {
    const options = { sameSite: 'strict', domain: 'app.example' } as const;
    const { sessionToken } = resolveCookies('secure', { sessionToken: { options } });

    expect(sessionToken).toEqual({
      name: '__Secure-authjs.session-token',
      options: { path: '/', httpOnly: true, secure: true, ...options },
    });
  });

  it('treats undefined as absent', () => {
    const options = { secure: undefined, httpOnly: undefined, path: undefined };

    expect(
      resolveCookies('secure', { sessionToken: { name: undefined, options }, state: undefined }),
    ).toEqual(resolveCookies('secure'));
  });

  it('is frozen, and leaves the overrides alone', () => {
    const overrides = Object.freeze({
      sessionToken: Object.freeze({ options: Object.freeze({ path: '/app' }) }),
    });

    const cookies = resolveCookies('secure', overrides);

    expect(Object.isFrozen(cookies)).toBe(true);
    expect(Object.isFrozen(cookies.sessionToken)).toBe(true);
    expect(Object.isFrozen(cookies.sessionToken.options)).toBe(true);
  });
});
