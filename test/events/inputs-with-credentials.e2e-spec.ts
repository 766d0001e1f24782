import type { AuthConfig } from '@authnest/core';
import { MemoryAdapter } from '@authnest/testing';
import { type CheckedClient, credentials, JANE, platforms, TestApp } from '../support/test-app.js';
import { CallbackRecorder } from '../support/callback-recorder.js';

const USER = { id: 'id-of-jane', name: 'jane', email: 'jane@example.com' };
const ACCOUNT = { provider: 'credentials', type: 'credentials', providerAccountId: 'id-of-jane' };
const TIMES = {
  iat: expect.any(Number) as number,
  exp: expect.any(Number) as number,
  jti: expect.any(String) as string,
  amr: ['pwd'],
  auth_at: expect.any(Number) as number,
  apf: expect.any(String) as string,
};
const CLAIMS = { name: 'jane', email: 'jane@example.com', sub: 'id-of-jane', ...TIMES };
const EXPIRES = expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/) as string;

describe.each(platforms())(
  'the input to callbacks and events with credentials on %s',
  (platform) => {
    let reported: CallbackRecorder;
    let app: TestApp;
    let browser: CheckedClient;

    afterEach(() => app.close());

    async function start(config: Partial<AuthConfig> = {}): Promise<void> {
      reported = new CallbackRecorder();
      app = await TestApp.start({ platform, config: { ...reported.config, ...config } });
      browser = app.client();
    }

    async function signIn(): Promise<string> {
      const csrfToken = await browser.csrfToken();
      reported.names();
      const form = { csrfToken, ...JANE, callbackUrl: '/home' };
      await browser.post('/auth/callback/credentials', { form });
      return csrfToken;
    }

    const sessions: [string, () => Partial<AuthConfig>, object][] = [
      ['without an adapter', () => ({}), {}],
      [
        'with an adapter',
        () => ({ adapter: new MemoryAdapter(), session: { strategy: 'jwt' as const } }),
        { authnest_own: true },
      ],
    ];

    describe.each(sessions)('and stateless sessions %s', (_, config, mark) => {
      const claims = { ...CLAIMS, ...mark };
      beforeEach(() => start(config()));

      it('at sign-in', async () => {
        const csrfToken = await signIn();

        expect(reported.input('redirect')).toEqual({ url: '/home', baseUrl: app.url });
        expect(reported.input('signIn')).toEqual({
          user: USER,
          account: ACCOUNT,
          credentials: { csrfToken, ...JANE, callbackUrl: '/home' },
        });
        expect(reported.input('jwt')).toEqual({
          token: { name: 'jane', email: 'jane@example.com', sub: 'id-of-jane' },
          user: USER,
          account: ACCOUNT,
          isNewUser: false,
          trigger: 'signIn',
        });
        expect(reported.input('event.signIn')).toEqual({ user: USER, account: ACCOUNT });
        expect(reported.names()).toEqual(['redirect', 'signIn', 'jwt', 'event.signIn']);
      });

      it('when the session is read', async () => {
        await signIn();
        reported.names();
        await browser.session();

        expect(reported.input('redirect')).toEqual({ url: `${app.url}/home`, baseUrl: app.url });
        expect(reported.input('jwt')).toEqual({ token: claims });
        const session = { user: USER, expires: EXPIRES };
        expect(reported.input('session')).toEqual({ session, token: claims });
        expect(reported.input('event.session')).toEqual({ session, token: claims });
        expect(reported.names()).toEqual(['redirect', 'jwt', 'session', 'event.session']);
      });

      it('when the session is updated', async () => {
        await signIn();
        const data = { theme: 'dark' };
        const json = { csrfToken: await browser.csrfToken(), data };
        reported.names();
        await browser.post('/auth/session', { json });

        expect(reported.input('jwt')).toEqual({ token: claims, trigger: 'update', session: data });
        expect(reported.input('session')).toEqual({
          session: { user: USER, expires: EXPIRES },
          token: claims,
          newSession: data,
          trigger: 'update',
        });
        expect(reported.names()).toEqual(['redirect', 'jwt', 'session', 'event.session']);
      });

      it('at sign-out', async () => {
        await signIn();
        const csrfToken = await browser.csrfToken();
        reported.names();
        await browser.post('/auth/signout', { form: { csrfToken, callbackUrl: '/bye' } });

        expect(reported.input('event.signOut')).toEqual({ token: claims });
        expect(reported.names()).toEqual(['redirect', 'event.signOut']);
      });
    });

    describe('and stored sessions', () => {
      const stored = {
        ...USER,
        id: expect.any(String) as string,
        image: null,
        emailVerified: null,
      };
      let adapter: MemoryAdapter;

      beforeEach(async () => {
        adapter = new MemoryAdapter();
        await start({ adapter });
      });

      it('at the first sign-in', async () => {
        await signIn();

        expect(reported.input('signIn')).toMatchObject({ user: USER, account: ACCOUNT });
        expect(reported.input('event.createUser')).toEqual({ user: stored });
        expect(reported.input('event.linkAccount')).toEqual({
          user: stored,
          account: { ...ACCOUNT, userId: expect.any(String) as string },
          profile: { name: 'jane', email: 'jane@example.com' },
        });
        // The user as returned by `authorize`, which is what Auth.js passes.
        expect(reported.input('event.signIn')).toEqual({
          user: USER,
          account: { ...ACCOUNT, userId: expect.any(String) as string },
        });
        expect(reported.names()).toEqual([
          'redirect',
          'signIn',
          'event.createUser',
          'event.linkAccount',
          'event.signIn',
        ]);
      });

      it('at the next sign-in', async () => {
        await signIn();
        await browser.signOut();
        await signIn();

        expect(reported.names()).toEqual(['redirect', 'signIn', 'event.signIn']);
      });

      it('when the session is read or updated, and at sign-out', async () => {
        await signIn();
        reported.names();
        await browser.session();
        const session = { user: { ...USER, id: stored.id, image: null }, expires: EXPIRES };
        expect(reported.input('session')).toEqual({ session, user: stored });
        expect(reported.input('event.session')).toEqual({ session });
        expect(reported.names()).toEqual(['redirect', 'session', 'event.session']);

        const json = { csrfToken: await browser.csrfToken(), data: 'dark' };
        reported.names();
        await browser.post('/auth/session', { json });
        expect(reported.input('session')).toEqual({
          session,
          user: stored,
          newSession: 'dark',
          trigger: 'update',
        });

        const sessionToken = browser.cookies.get('authjs.session-token');
        await browser.signOut();
        expect(reported.input('event.signOut')).toEqual({
          session: expect.objectContaining({
            sessionToken,
            expires: expect.any(Date) as Date,
          }) as object,
        });
      });
    });

    it('authorize receives every field as posted, and a request with the same fields as JSON', async () => {
      const { authorize, ...rest } = credentials();
      const seen: unknown[] = [];
      await start({
        providers: [
          {
            ...rest,
            authorize: async (
              fields: { username?: string; password?: string },
              request: Request,
            ) => {
              const { method, url } = request;
              const agent = request.headers.get('user-agent');
              seen.push({ fields, method, url, agent, body: await request.json() });
              return authorize(fields);
            },
          },
        ],
      });
      const form = { csrfToken: await browser.csrfToken(), ...JANE, more: ' a b ' };
      await browser.post('/auth/callback/credentials?theme=dark', {
        form,
        headers: { 'user-agent': 'test' },
      });

      expect(seen).toEqual([
        {
          fields: form,
          method: 'POST',
          url: `${app.url}/auth/callback/credentials?theme=dark`,
          agent: 'test',
          body: form,
        },
      ]);
    });
  },
);
