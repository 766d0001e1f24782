import { problemsOf } from '../../../../../test/support/problems-of.js';

const CANARY = 'canary-77';

/** Returns the problems with one override of the session cookie. */
function inSession(own: object): string[] {
  return problemsOf({ cookies: { sessionToken: own } });
}

describe('overrides of cookies', () => {
  it.each([
    {},
    { name: 'sid' },
    { name: '__Host-sid' },
    { name: '__Secure-sid', options: { domain: 'app.example' } },
    { name: 'sid', options: { domain: '.app.example', path: '/app', sameSite: 'none' } },
    { options: { sameSite: 'strict', maxAge: 60, expires: new Date(), priority: 'high' } },
    { options: { sameSite: true, partitioned: true, httpOnly: true, secure: true } },
    { options: { domain: undefined, path: undefined } },
    { name: undefined, options: undefined },
  ])('are accepted: %j', (own) => {
    expect(inSession(own)).toEqual([]);
  });

  it.each(['a;b', 'a=b', 'a b', 'a\r\nb', 'a"b', 'a,b', 'ü', '', 5, null])(
    'are refused with the name %j (A56)',
    (name) => {
      expect(inSession({ name })).toEqual([
        expect.stringContaining('AuthError: cookies.sessionToken.name: expected a name') as unknown,
      ]);
    },
  );

  it.each(['/;b', '/ü', '/\r\nb', '', 5, null])('are refused with the path %j (A56)', (path) => {
    expect(inSession({ options: { path } })).toEqual([
      expect.stringContaining('cookies.sessionToken.options.path: expected a path') as unknown,
    ]);
  });

  it.each(['a;b', 'a b', 'a=b', 'a\r\nb', 'a..b', '-a', '', 5, null])(
    'are refused with the domain %j (A56)',
    (domain) => {
      expect(inSession({ options: { domain } })).toEqual([
        expect.stringContaining(
          'cookies.sessionToken.options.domain: expected a domain',
        ) as unknown,
      ]);
    },
  );

  it.each([
    ['maxAge', 1.5],
    ['maxAge', '60'],
    ['maxAge', Number.NaN],
    ['expires', '2026-01-01'],
    ['expires', new Date(Number.NaN)],
    ['expires', 0],
    ['sameSite', 'sometimes'],
    ['sameSite', 1],
    ['priority', 'highest'],
    ['secure', 'yes'],
    ['httpOnly', 1],
    ['partitioned', null],
  ])('are refused with %s: %j', (attribute, value) => {
    expect(inSession({ options: { [attribute]: value } })).toEqual([
      expect.stringContaining(`cookies.sessionToken.options.${attribute}: expected `) as unknown,
    ]);
  });

  it.each([null, [], 'x', 5])('are refused with the options %j', (options) => {
    expect(inSession({ options })).toEqual([
      expect.stringContaining('cookies.sessionToken.options: expected an object') as unknown,
    ]);
  });

  it('are refused with members that do not exist', () => {
    expect(inSession({ Name: 'x', options: { samesite: 'lax', encode: String } })).toEqual([
      'AuthError: cookies.sessionToken.Name: there is no such option; did you mean `cookies.sessionToken.name`?',
      'AuthError: cookies.sessionToken.options.samesite: there is no such option; did you mean `cookies.sessionToken.options.sameSite`?',
      expect.stringContaining('cookies.sessionToken.options.encode: there is no such') as unknown,
    ]);
  });

  it('never appear in the messages', () => {
    const own = { name: `${CANARY};`, options: { path: `${CANARY};`, domain: `${CANARY};` } };

    expect(inSession(own)).toHaveLength(3);
    expect(inSession(own).join()).not.toContain(CANARY);
  });
});

describe('names that a browser would refuse', () => {
  const DOMAIN = { options: { domain: 'app.example' } };

  it.each([
    ['csrfToken', { cookies: { csrfToken: DOMAIN } }],
    ['csrfToken', { cookies: { csrfToken: { options: { path: '/app' } } } }],
    ['csrfToken', { cookies: { csrfToken: { options: { secure: false } } } }],
    ['sessionToken', { cookies: { sessionToken: { options: { secure: false } } } }],
    ['sessionToken', { cookies: { sessionToken: DOMAIN }, cookiePrefix: 'host' }],
    ['state', { cookies: { state: { name: '__Host-state', ...DOMAIN } } }],
    ['state', { cookies: { state: { name: '__host-state', ...DOMAIN } } }],
  ])('are reported for %s: %# (D09)', (key, changes) => {
    expect(problemsOf(changes)).toEqual([
      expect.stringContaining(`cookies.${key}: browsers refuse these options`) as unknown,
    ]);
  });

  it('are not reported if the name allows the options (D09)', () => {
    expect(problemsOf({ cookies: { csrfToken: { name: 'csrf', ...DOMAIN } } })).toEqual([]);
    expect(problemsOf({ cookies: { sessionToken: DOMAIN } })).toEqual([]);
  });
});

describe('names that clash', () => {
  it.each([
    ['state', { state: { name: 'x' }, nonce: { name: 'x' } }],
    ['sessionToken', { sessionToken: { name: '__Secure-authjs.nonce' } }],
    ['sessionToken', { sessionToken: { name: '__Secure-authjs' } }],
    ['state', { state: { name: 'x' }, nonce: { name: 'x.1' } }],
  ])('are reported for %s: %#', (key, cookies) => {
    expect(problemsOf({ cookies })).toEqual([
      expect.stringContaining(`cookies.${key}.name: is also the name of cookies.`) as unknown,
    ]);
  });
});
