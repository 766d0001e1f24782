import { setImmediate } from 'node:timers/promises';
import {
  type AuthConfig,
  BackchannelLogoutService,
  type JwtParams,
  type LazyAuthConfig,
} from '@authnest/core';
import { aSession, aUser } from '@authnest/testing';
import { LogCollector } from '../support/log-collector.js';
import { credentials, JANE, platforms, SECRET, TestApp } from '../support/test-app.js';
import { Watched } from '../support/watched.js';
import { expectWholeJob, OrdersController } from '../support/whole-job.js';

const DAY_MS = 24 * 60 * 60 * 1000;

interface WithHeaders {
  headers: Record<string, string | undefined>;
}

const config = (overrides: Partial<AuthConfig> = {}): AuthConfig => ({
  secret: SECRET,
  trustHost: true,
  logger: new LogCollector(),
  providers: [credentials()],
  ...overrides,
});

describe.each(platforms())(
  'a configuration that is a function of the request on %s',
  (platform) => {
    let app: TestApp;

    afterEach(() => app.close());

    const start = async (input: LazyAuthConfig): Promise<TestApp> =>
      (app = await TestApp.start({
        platform,
        input,
        module: { controllers: [OrdersController] },
      }));

    it('makes BackchannelLogoutService ask for the request', async () => {
      await start(() => config());
      const service = app.app.get(BackchannelLogoutService, { strict: false });

      await expect(service.end({ provider: 'idp', sub: 'ada' })).rejects.toMatchObject({
        type: 'InvalidConfiguration',
        message: expect.stringContaining('pass the `request`') as string,
      });
    });

    it('serves every endpoint with one object for all requests', async () => {
      const same = config();
      await start(() => same);

      await expectWholeJob(app);
    });

    it('serves every endpoint with a promise of a new object for each request', async () => {
      await start(async () => config());

      await expectWholeJob(app);
    });

    it('receives the platform request, once for each request and not at start', async () => {
      const seen: (string | undefined)[] = [];
      await start(({ headers }: WithHeaders) => {
        seen.push(headers['x-tenant']);
        return config();
      });
      expect(seen).toEqual([]);

      const browser = app.client({ 'x-tenant': 'acme' });
      await browser.session();
      await browser.get('/orders', { accept: 'text/html' });
      expect(seen).toEqual(['acme', 'acme']);
    });

    it('checks and resolves each object once', async () => {
      let calls = 0;
      const factory = (): ReturnType<typeof credentials> => {
        calls += 1;
        return credentials();
      };
      const [first, second] = [config({ providers: [factory] }), config({ providers: [factory] })];
      await start(({ headers }: WithHeaders) => (headers['x-second'] ? second : first));

      for (let turn = 0; turn < 5; turn += 1) await app.client().session();
      const once = calls;
      await app.client({ 'x-second': '1' }).session();
      await app.client({ 'x-second': '1' }).session();

      expect(once).toBeGreaterThan(0);
      expect(calls).toBe(2 * once);
    });

    it('extends a session once for concurrent requests (H19)', async () => {
      const READS = 10;
      const watched = new Watched();
      await start(() => config({ adapter: watched.adapter, session: { strategy: 'database' } }));
      const { id: userId } = await watched.store.createUser(aUser());
      // An extension is due, since the session began two days ago.
      const expires = new Date(Date.now() + 28 * DAY_MS);
      const { sessionToken } = await watched.store.createSession(aSession({ userId, expires }));
      const count = (name: string) => watched.calls.filter((call) => call === name).length;
      watched.before.set('updateSession', async () => {
        while (count('getSessionAndUser') < READS) await setImmediate();
        await setImmediate();
      });

      const cookie = `authjs.session-token=${sessionToken}`;
      const reads = Array.from({ length: READS }, () =>
        app.client({ cookie }).get('/auth/session'),
      );

      expect(new Set((await Promise.all(reads)).map(({ status }) => status))).toEqual(
        new Set([200]),
      );
      expect(count('updateSession')).toBe(1);
    });

    it.each(['session-too-large', 'foreign-sub'])('logs %s once', async (code) => {
      const logger = new LogCollector();
      let filler = '';
      const jwt = ({ token }: JwtParams) =>
        code === 'foreign-sub' ? { ...token, sub: 'other' } : { ...token, filler };
      const session = { updateAge: 0 };
      await start(() => config({ logger, session, callbacks: { jwt } }));

      for (let nth = 0; nth < 3; nth += 1) {
        filler = '';
        const browser = app.client();
        await browser.signIn('credentials', JANE);
        filler = 'x'.repeat(20_000);
        await browser.session();
      }

      expect(logger.warnings.filter((warning) => warning === code)).toEqual([code]);
    });

    it('is not modified', async () => {
      const frozen = Object.freeze(config({ providers: [Object.freeze(credentials())] }));
      const before = { ...frozen };
      await start(() => frozen);

      await expectWholeJob(app);
      expect(frozen).toEqual(before);
    });

    it('receives a copy of a stored token in its callbacks', async () => {
      await start(() =>
        config({
          callbacks: {
            session: ({ session, token }) => {
              token['reads'] = Number(token['reads'] ?? 0) + 1;
              return { ...session, reads: token['reads'] };
            },
          },
          events: { session: ({ token }) => void (token && (token['reads'] = 100)) },
        }),
      );
      const browser = app.client();
      await browser.signIn('credentials', JANE);

      for (let turn = 0; turn < 3; turn += 1) {
        expect(await browser.session()).toMatchObject({ reads: 1 });
      }
    });
  },
);
