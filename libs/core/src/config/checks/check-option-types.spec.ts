import { problemsOf } from '../../../../../test/support/problems-of.js';

const SECRET_VALUE = 'canary-9c41';

describe('a sound configuration', () => {
  it('has no problems', () => {
    expect(problemsOf()).toEqual([]);
  });
});

describe('an option of the wrong type', () => {
  it.each([
    ['providers', { providers: SECRET_VALUE }],
    ['adapter', { adapter: SECRET_VALUE }],
    ['basePath', { basePath: 'auth' }],
    ['basePath', { basePath: 5 }],
    ['secret', { secret: 5 }],
    ['tenant', { tenant: '' }],
    ['tenant', { tenant: null }],
    ['tenant', { tenant: 7 }],
    ['tenant', { tenant: 'a b' }],
    ['tenant', { tenant: 'a\0' }],
    ['tenant', { tenant: 'a\u202e' }],
    ['tenant', { tenant: '\ud800' }],
    ['tenant', { tenant: 'x'.repeat(129) }],
    ['session', { session: [] }],
    ['session.strategy', { session: { strategy: 'cookie' } }],
    ['session.maxAge', { session: { maxAge: '60' } }],
    ['session.maxAge', { session: { maxAge: 0 } }],
    ['session.maxAge', { session: { maxAge: 1.5 } }],
    ['session.maxAge', { session: { maxAge: Number.MAX_SAFE_INTEGER } }],
    ['session.updateAge', { session: { updateAge: -1 } }],
    ['session.absoluteMaxAge', { session: { absoluteMaxAge: Number.NaN } }],
    ['session.generateSessionToken', { session: { generateSessionToken: SECRET_VALUE } }],
    ['session.tokenAtRest', { session: { tokenAtRest: true } }],
    ['session.revocation', { session: { revocation: SECRET_VALUE } }],
    ['jwt', { jwt: null }],
    ['jwt.secret', { jwt: { secret: 5 } }],
    ['jwt.maxAge', { jwt: { maxAge: null } }],
    ['jwt.encode', { jwt: { encode: {} } }],
    ['jwt.decode', { jwt: { decode: {} } }],
    ['jwt.cache', { jwt: { cache: -1 } }],
    ['callbacks.signIn', { callbacks: { signIn: true } }],
    ['callbacks.redirect', { callbacks: { redirect: '/home' } }],
    ['callbacks.jwt', { callbacks: { jwt: {} } }],
    ['callbacks.session', { callbacks: { session: {} } }],
    ['events.signIn', { events: { signIn: {} } }],
    ['pages', { pages: '/signin' }],
    ['pages.signIn', { pages: { signIn: 5 } }],
    ['theme', { theme: 'dark' }],
    ['theme.colorScheme', { theme: { colorScheme: 'blue' } }],
    ['theme.logo', { theme: { logo: {} } }],
    ['cookies', { cookies: [] }],
    ['cookies.state', { cookies: { state: SECRET_VALUE } }],
    ['useSecureCookies', { useSecureCookies: 'true' }],
    ['cookiePrefix', { cookiePrefix: '__Host-' }],
    ['trustHost', { trustHost: 'app.example' }],
    ['trustedOrigins', { trustedOrigins: 'https://app.example' }],
    ['guard.unauthenticated', { guard: { unauthenticated: 401 } }],
    ['timeout', { timeout: '10' }],
    ['timeout', { timeout: 0 }],
    ['timeout', { timeout: Number.POSITIVE_INFINITY }],
    ['timeout', { timeout: 1e9 }],
    ['fetch', { fetch: {} }],
    ['providerTokens', { providerTokens: 'keep' }],
    ['acceptShortSecret', { acceptShortSecret: 'yes' }],
    ['debug', { debug: 'authnest' }],
    ['logger', { logger: false }],
    ['logger.error', { logger: { error: SECRET_VALUE } }],
    ['experimental.enableWebAuthn', { experimental: { enableWebAuthn: 1 } }],
    ['redirectProxyUrl', { redirectProxyUrl: {} }],
    ['skipCSRFCheck', { skipCSRFCheck: true }],
    ['skipCSRFCheck', { skipCSRFCheck: Symbol('authnest:skip-csrf-check') }],
    ['raw', { raw: true }],
  ])('is reported: %s', (option, changes) => {
    const problems = problemsOf(changes);

    expect(problems[0]).toMatch(new RegExp(`^AuthError: ${option}: expected .+, got `));
    expect(problems.join()).not.toContain(SECRET_VALUE);
  });

  it('is reported with what was expected and the type that was found', () => {
    expect(problemsOf({ session: { maxAge: '60' }, debug: null, pages: [] })).toEqual([
      'AuthError: pages: expected an object, got a list',
      'AuthError: debug: expected true or false, got null',
      'AuthError: session.maxAge: expected whole seconds, such as 2592000 for 30 days, 1 or more, at most 400 days, got a string',
    ]);
  });

  it('is described by more than its type if the type is right', () => {
    const session = { strategy: 'cookie', maxAge: Number.NaN, updateAge: -1 };

    expect(problemsOf({ session, redirectProxyUrl: '' })).toEqual([
      'AuthError: redirectProxyUrl: expected a string, got an empty string',
      "AuthError: session.strategy: expected 'jwt' or 'database', got another string",
      'AuthError: session.maxAge: expected whole seconds, such as 2592000 for 30 days, 1 or more, at most 400 days, got NaN',
      'AuthError: session.updateAge: expected whole seconds, 0 or more, at most 100 years, got another number',
    ]);
  });

  it('is reported once, and does not prevent the other checks', () => {
    const problems = problemsOf({ secret: 5, trustHost: 5, pages: 5, theme: { logo: 'data:,' } });

    expect(problems.map((problem) => problem.split(' ')[1])).toEqual([
      'secret:',
      'pages:',
      'trustHost:',
      'theme.logo:',
    ]);
  });
});

describe('an option that does not exist', () => {
  it.each([
    ['trusthost', 'trustHost'],
    ['provider', 'providers'],
    ['callback', 'callbacks'],
    ['secrets', 'secret'],
    ['baseUrl', undefined],
    ['signingKey', undefined],
    ['constructor', undefined],
    ['__proto__', undefined],
  ])('is reported with the one that was probably meant: %s, %s', (name, meant) => {
    const [problem] = problemsOf({ [name]: SECRET_VALUE });

    expect(problem).toContain(`AuthError: ${name}: there is no such option; `);
    if (meant !== undefined) expect(problem).toContain(`did you mean \`${meant}\`?`);
    else expect(problem).toContain('known options: providers, adapter, ');
    expect(problem).not.toContain(SECRET_VALUE);
  });

  it.each(['context', 'features', 'isGlobal'])('is reported with its place: %s', (name) => {
    expect(problemsOf({ [name]: true })).toEqual([
      `AuthError: ${name}: is an option of the AuthModule; write it beside \`useFactory\`, or in the second argument of \`forRoot\``,
    ]);
  });

  it.each([
    [{ session: { maxage: 1 } }, 'session.maxage', 'session.maxAge'],
    [{ jwt: { maxAges: 1 } }, 'jwt.maxAges', 'jwt.maxAge'],
    [{ callbacks: { signin: () => true } }, 'callbacks.signin', 'callbacks.signIn'],
    [{ events: { signedIn: () => true } }, 'events.signedIn', 'events.signIn'],
    [{ pages: { newuser: '/' } }, 'pages.newuser', 'pages.newUser'],
    [{ theme: { colourScheme: 'dark' } }, 'theme.colourScheme', 'theme.colorScheme'],
    [{ cookies: { session: {} } }, 'cookies.session', undefined],
    [{ guard: { redirect: true } }, 'guard.redirect', undefined],
    [{ logger: { warning: () => 1 } }, 'logger.warning', undefined],
    [{ experimental: { webAuthn: true } }, 'experimental.webAuthn', undefined],
  ])('is reported within another option: %#', (changes, name, meant) => {
    const [problem] = problemsOf(changes);

    expect(problem).toContain(`AuthError: ${name}: there is no such option; `);
    if (meant !== undefined) expect(problem).toContain(`did you mean \`${meant}\`?`);
  });

  it('may be a member of an instance that serves as logger, events or callbacks', () => {
    class Everything {
      readonly own = 1;
      signIn(): boolean {
        return this.own === 1;
      }
    }
    const instance = new Everything();

    expect(problemsOf({ logger: instance, events: instance, callbacks: instance })).toEqual([]);
  });
});

describe('an option that is undefined', () => {
  it('counts as absent', () => {
    const absent = ['adapter', 'session', 'jwt', 'pages', 'cookies', 'logger', 'timeout', 'raw'];

    expect(problemsOf(Object.fromEntries(absent.map((name) => [name, undefined])))).toEqual([]);
  });

  it('is reported as missing if it is required', () => {
    expect(problemsOf({ providers: undefined })).toEqual([
      'AuthError: providers: is required; write a list of providers',
    ]);
  });
});
