import { AccessDenied, type AuthConfig, CredentialsSignin, type User } from '@authnest/core';
import { ConflictException, HttpException } from '@nestjs/common';
import { authorize, OidcProvider } from '../support/oidc.js';
import { never, PATIENCE } from '../support/patience.js';
import { type CheckedClient, credentials, JANE, platforms, TestApp } from '../support/test-app.js';
import { Watched } from '../support/watched.js';

const boom = (): never => {
  throw new Error('canary-of-a-bug');
};
/** Creates a callback that returns a value of the wrong type, as untyped code might. */
const untyped = (value: unknown) => () => JSON.parse(JSON.stringify(value) ?? 'null');
const nothing = (): never => [][0] as never;

describe.each(platforms())('a callback on %s (H13)', (platform) => {
  let provider: OidcProvider;
  let watched: Watched;
  let app: TestApp;
  let browser: CheckedClient;
  let jane: { username: string; password: string };
  let people = 0;

  beforeAll(async () => {
    provider = await OidcProvider.start();
  });
  afterAll(() => provider.close());
  beforeEach(() => {
    watched.reset();
    browser = app.client();
    jane = { ...JANE, username: `jane-${(people += 1)}` };
  });

  /** Declares that an application with this configuration runs during a group of tests. */
  function startFor(config: () => Partial<AuthConfig>): void {
    beforeAll(async () => {
      watched = new Watched();
      const base = { ...watched.config, timeout: PATIENCE };
      app = await TestApp.start({ platform, config: { ...base, ...config() } });
      await provider.register(app, 'idp');
    });
    afterAll(() => app.close());
  }

  /** Expects that nothing was written, no event was emitted and nobody is signed in. */
  async function expectNothing(): Promise<void> {
    expect(watched.done()).toEqual([]);
    expect(browser.cookies.has('authjs.session-token')).toBe(false);
    expect(await browser.session()).toBeNull();
  }

  const FAILURES: [string, () => never | Promise<never>][] = [
    ['throws', boom],
    ['rejects', async () => boom()],
    ['never settles', never],
    ['returns undefined', nothing],
  ];

  describe('signIn that', () => {
    let signIn: () => boolean | string | Promise<boolean | string>;
    startFor(() => ({
      callbacks: { signIn: () => signIn() },
      providers: [provider.config('idp'), credentials()],
    }));

    it.each<[string, () => boolean | string | Promise<boolean | string>]>([
      ...FAILURES,
      ['throws an HttpException', () => Promise.reject(new ConflictException('canary-text'))],
      ['throws AccessDenied', () => Promise.reject(new AccessDenied('canary-text'))],
      ['returns false', () => false],
      ['returns null', untyped(null)],
      ['returns an empty string', () => ''],
      ['returns 0', untyped(0)],
      ['returns 1', untyped(1)],
      ['returns an object', untyped({})],
      ['returns a list', untyped([])],
    ])('%s denies access', async (_, callback) => {
      signIn = callback;
      const denied = await browser.signIn('credentials', jane);

      expect(denied.location).toBe(`${app.url}/auth/error?error=AccessDenied`);
      await expectNothing();
    });

    it.each<[string, string, string]>([
      ['a path', '/waiting-room', '/waiting-room'],
      ['another site', 'https://evil.test/', ''],
      ['a URL without a scheme', '//evil.test/', ''],
      ['a javascript: URL', 'javascript:alert(1)', ''],
    ])(
      'returns %s redirects there, or to the origin if that is not on this site',
      async (_, result, path) => {
        signIn = () => result;
        const sent = await browser.signIn('credentials', jane);

        expect(sent.location).toBe(`${app.url}${path}`);
        await expectNothing();
      },
    );

    it.each(FAILURES)('%s denies access at a sign-in with a provider', async (_, callback) => {
      signIn = callback;
      const denied = await browser.get(await authorize(browser, 'idp'));

      expect(denied.location).toBe(`${app.url}/auth/error?error=AccessDenied`);
      await expectNothing();
    });
  });

  describe('redirect that', () => {
    let redirect: () => string | Promise<string>;
    startFor(() => ({ callbacks: { redirect: () => redirect() } }));

    it.each<[string, () => string | Promise<string>]>([
      ...FAILURES,
      ['returns null', untyped(null)],
      ['returns an empty string', () => ''],
      ['returns an object', untyped({ href: 'https://evil.test' })],
      ['returns a javascript: URL', () => 'javascript:alert(1)'],
      ['returns a URL without a scheme', () => '//evil.test'],
      ['returns an invalid URL', () => 'https://['],
      ['returns a URL with a line break', () => '/a\r\nx: y'],
    ])('%s redirects to the origin', async (_, callback) => {
      redirect = callback;
      const signedIn = await browser.signIn('credentials', { ...jane, callbackUrl: '/home' });

      expect(signedIn.location?.replace(/\/$/, '')).toBe(app.url);
      expect(await browser.session()).toMatchObject({ user: { name: jane.username } });
    });
  });

  describe.each<AuthConfig['session'] & object>([{ strategy: 'database' }, { strategy: 'jwt' }])(
    'authorize that, with $strategy sessions,',
    (session) => {
      let authorizeBy: () => User | null | Promise<User | null>;
      startFor(() => ({
        providers: [{ ...credentials(), authorize: () => authorizeBy() }],
        session,
      }));

      const CREDENTIALS = 'signin?error=CredentialsSignin&code=credentials';
      const CONFIGURATION = 'error?error=Configuration';
      const locked = Object.assign(new CredentialsSignin('locked'), {
        code: 'a&callbackUrl=//evil.test',
      });

      it.each<[string, () => User | null | Promise<User | null>, string]>([
        ['throws', boom, CONFIGURATION],
        ['rejects', async () => boom(), CONFIGURATION],
        ['never settles', never, CONFIGURATION],
        ['returns undefined', nothing, CREDENTIALS],
        ['returns null', () => null, CREDENTIALS],
        ['returns false', untyped(false), CREDENTIALS],
        ['returns an empty string', untyped(''), CREDENTIALS],
        ['returns a string', untyped('jane'), CONFIGURATION],
        ['returns true', untyped(true), CONFIGURATION],
        ['returns an empty object', () => ({}), CONFIGURATION],
        ['returns a user without an id', () => ({ name: 'jane' }), CONFIGURATION],
        [
          'throws CredentialsSignin with a code',
          () => Promise.reject(locked),
          'signin?error=CredentialsSignin&code=a%26callbackUrl%3D%2F%2Fevil.test',
        ],
        [
          'throws an HttpException',
          () => Promise.reject(new HttpException('canary-text', 423)),
          'signin?error=CredentialsSignin&code=http_423',
        ],
        ['returns an empty id', () => ({ id: '' }), CONFIGURATION],
        ['returns an id that is an object', untyped({ id: {} }), CONFIGURATION],
        ['returns an id that is null', untyped({ id: null }), CONFIGURATION],
        ['returns an id that is NaN (V9)', untyped({ id: NaN }), CONFIGURATION],
        ['returns an id beyond 2^53 (V9)', untyped({ id: 2 ** 53 }), CONFIGURATION],
        ["returns the id 'undefined' (V9)", () => ({ id: String(undefined) }), CONFIGURATION],
      ])('%s signs nobody in (F14)', async (_, callback, path) => {
        authorizeBy = callback;
        const refused = await browser.signIn('credentials', jane);

        expect(refused.location).toBe(`${app.url}/auth/${path}`);
        await expectNothing();
      });
    },
  );

  describe('profile that', () => {
    let profile: () => User | Promise<User>;
    startFor(() => ({
      providers: [provider.config('idp', { profile: () => profile() }), credentials()],
    }));

    it.each<[string, () => User | Promise<User>]>([
      ...FAILURES,
      ['returns null', untyped(null)],
      ['returns a string', untyped('ada')],
      ['returns a list', untyped([])],
      ['returns no id', () => ({ name: 'Ada' })],
      ['returns an empty id', () => ({ id: '' })],
      ['returns an id that is an object', untyped({ id: { a: 1 } })],
      ['returns an id of 256 characters', () => ({ id: 'a'.repeat(256) })],
      ['throws an HttpException', () => Promise.reject(new ConflictException('canary-text'))],
    ])('%s signs nobody in', async (_, callback) => {
      profile = callback;
      const refused = await browser.get(await authorize(browser, 'idp'));

      expect(refused.location).toBe(`${app.url}/auth/signin?error=OAuthCallbackError`);
      await expectNothing();
      expect((await browser.signIn('credentials', jane)).location).toMatch(app.url);
    });
  });
});
