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
  it('adds no prefixes over http (D09)', () => {
    expect(namesOf('plain')).toEqual(NAMES);
  });

  it('adds the prefix __Secure- over https, but __Host- to the CSRF token (D09)', () => {
    const secure = Object.entries(NAMES).map(([key, name]) => [
      key,
      `${key === 'csrfToken' ? '__Host-' : '__Secure-'}${name}`,
    ]);

    expect(namesOf('secure')).toEqual(Object.fromEntries(secure));
  });

  it("adds the prefix __Host- to all cookies over https if cookiePrefix is 'host' (D09)", () => {
    const host = Object.entries(NAMES).map(([key, name]) => [key, `__Host-${name}`]);

    expect(namesOf('host')).toEqual(Object.fromEntries(host));
  });

  it.each(['plain', 'secure', 'host'] as const)(
    'sets Path=/, HttpOnly, SameSite=Lax and, over https, Secure on all %s cookies (D09)',
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

  it('sets Max-Age only on the verifier, state and challenge cookies', () => {
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

  it('overrides individual default options', () => {
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

  it('returns frozen definitions, and accepts frozen overrides', () => {
    const overrides = Object.freeze({
      sessionToken: Object.freeze({ options: Object.freeze({ path: '/app' }) }),
    });

    const cookies = resolveCookies('secure', overrides);

    expect(Object.isFrozen(cookies)).toBe(true);
    expect(Object.isFrozen(cookies.sessionToken)).toBe(true);
    expect(Object.isFrozen(cookies.sessionToken.options)).toBe(true);
  });
});
