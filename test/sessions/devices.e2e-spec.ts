import type { AuthConfig, SessionSummary, SessionList } from '@authnest/core';
import { MemoryAdapter } from '@authnest/testing';
import { TypeOrmAdapter } from '@authnest/typeorm';
import { DataSource } from 'typeorm';
import { setClock, startClock, stopClock } from '../support/clock.js';
import { databaseServers, describeDatabases, type TestDatabase } from '../support/databases.js';
import { timesOf } from '../support/effort.js';
import { MapRegistry } from '../support/map-registry.js';
import { problemsOf } from '../support/problems-of.js';
import { MeController, SESSION } from '../support/signed-out.js';
import { StatementRecorder } from '../support/statement-recorder.js';
import { type CheckedClient, JANE, platforms, TestApp } from '../support/test-app.js';

const module = { controllers: [MeController] };
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0';
const MINUTE = 60;
const REQUESTS = timesOf('LAST_USED_REQUESTS', { part: 200, whole: 1000 });

type Device = NonNullable<AuthConfig['session']>['device'];

const kinds: [name: string, config: (device?: Device) => Partial<AuthConfig>][] = [
  ['database sessions', (device) => ({ adapter: new MemoryAdapter(), session: { device } })],
  [
    'stateless sessions',
    (device) => ({ session: { strategy: 'jwt', revocation: new MapRegistry(), device } }),
  ],
];

describe.each(platforms())('the device of a session on %s', (platform) => {
  let app: TestApp;
  afterEach(() => app.close());

  async function summaryOf(
    config: Partial<AuthConfig>,
    userAgent = FIREFOX,
  ): Promise<{ browser: CheckedClient; text: string; summary: SessionSummary }> {
    app = await TestApp.start({ platform, module, config });
    const browser = app.client({ 'user-agent': userAgent });
    await browser.signIn('credentials', JANE);
    const { text } = await browser.get('/auth/sessions');
    const [summary] = (JSON.parse(text) as SessionList).items as [SessionSummary];
    return { browser, text, summary };
  }

  describe.each(kinds)('with %s', (_kind, config) => {
    it('is listed with its network, browser, system and provider (K42)', async () => {
      const { browser, text, summary } = await summaryOf(config());

      expect(summary).toMatchObject({
        address: '127.0.0.0/24',
        browser: 'Firefox',
        system: 'Linux',
        provider: 'credentials',
      });
      expect(summary.lastUsedAt).not.toBeNull();
      expect(text).not.toContain('127.0.0.1');
      expect(text).not.toContain('Mozilla');
      expect(text).not.toContain(browser.cookies.get(SESSION));
      expect((await browser.get('/auth/session')).text).not.toMatch(/127\.0|Firefox|Linux/);
    });

    it('is listed with the full address if that is configured (K42)', async () => {
      const { summary } = await summaryOf(config({ address: 'full', userAgent: false }));

      expect(summary).toMatchObject({ address: '127.0.0.1', browser: null, system: null });
    });

    it('is not listed if `session.device` is false (K42)', async () => {
      const { summary } = await summaryOf(config(false));

      expect(summary).toMatchObject({ address: null, browser: null, system: null });
    });
  });

  it('is stored with a truncated user agent, and listed with a name of up to 64 characters (K42)', async () => {
    const adapter = new MemoryAdapter();
    const markup = `<script>alert(1)</script>${'x'.repeat(8000)}`;

    const { summary, browser } = await summaryOf({ adapter }, markup);

    expect((summary.browser ?? '').length).toBeLessThanOrEqual(64);
    const stored = await adapter.getSessionAndUser(browser.cookies.get(SESSION) ?? '');
    expect(stored?.session.userAgent).toBe(markup.slice(0, 512));
    await app.close();
    const named = await summaryOf({ adapter: new MemoryAdapter() }, `${'x'.repeat(200)}/1.0 y`);
    expect(named.summary.browser).toBe('x'.repeat(64));
  });
});

describeDatabases(await databaseServers(), (server) => {
  describe('the last use of a session', () => {
    let database: TestDatabase;
    let source: DataSource;
    let app: TestApp;
    const statements = new StatementRecorder();

    async function start(session: AuthConfig['session']): Promise<CheckedClient> {
      database = await server.create();
      source = await new DataSource({
        ...database.options,
        logger: statements,
        logging: true,
      }).initialize();
      await source.runMigrations();
      const config = { adapter: new TypeOrmAdapter(source), session };
      app = await TestApp.start({ platform: 'fastify', module, config });
      stopClock();
      const browser = app.client();
      await browser.signIn('credentials', JANE);
      return browser;
    }
    afterEach(async () => {
      startClock();
      await app.close();
      await source.destroy();
      await database.drop();
    });

    /** Sends one request, then the others ten at a time: one that read before a write may write, too. */
    async function manyRequests(browser: CheckedClient): Promise<readonly string[]> {
      return statements.during(async () => {
        await browser.get('/me');
        for (let nth = 0; nth < REQUESTS; nth += 10) {
          await Promise.all(Array.from({ length: 10 }, () => browser.get('/me')));
        }
      });
    }

    const writes = (sent: readonly string[]): string[] =>
      sent.filter((statement) => /^(?:UPDATE|INSERT|DELETE)/i.test(statement));
    const selects = (sent: readonly string[]): string[] =>
      sent.filter((statement) => /^SELECT/i.test(statement));

    it('is written once for many requests within `lastUsed`, each with one SELECT (K43)', async () => {
      const browser = await start({ lastUsed: MINUTE });
      setClock(MINUTE);

      const sent = await manyRequests(browser);

      expect(writes(sent)).toHaveLength(1);
      expect(selects(sent)).toHaveLength(REQUESTS + 1);
      expect((await browser.get('/auth/sessions')).json<SessionList>().items).toMatchObject([
        { lastUsedAt: new Date().toISOString() },
      ]);
      expect(writes(await manyRequests(browser))).toEqual([]);
    });

    it('is written only when the session is extended if `lastUsed` is not set (K43)', async () => {
      const browser = await start({ updateAge: 10 * MINUTE });
      setClock(10 * MINUTE - 1);
      expect(writes(await statements.during(() => browser.get('/me')))).toEqual([]);

      setClock(10 * MINUTE);
      expect(writes(await statements.during(() => browser.get('/me')))).toHaveLength(1);

      expect((await browser.get('/auth/sessions')).json<SessionList>().items).toMatchObject([
        { lastUsedAt: new Date().toISOString() },
      ]);
    });
  });
});

describe('options for the stored data of sessions', () => {
  const plain = new MemoryAdapter({ columns: [] });

  it.each<[string, Partial<AuthConfig>]>([
    ['session.device.address', { adapter: plain, session: { device: { address: 'full' } } }],
    ['session.device.userAgent', { adapter: plain, session: { device: { userAgent: true } } }],
    ['session.device', { session: { device: {} } }],
    ['session.lastUsed', { adapter: plain, session: { lastUsed: MINUTE } }],
    ['session.lastUsed', { session: { lastUsed: MINUTE } }],
    ['session.maxPerUser', { adapter: plain, session: { maxPerUser: 1 } }],
    ['session.maxPerUser', { session: { maxPerUser: 1 } }],
    ['session.whenFull', { adapter: new MemoryAdapter(), session: { whenFull: 'refuse' } }],
  ])('require a store that has their columns: %s, %#', (option, changes) => {
    expect(problemsOf(changes)).toEqual([
      expect.stringContaining(`AuthError: ${option}: `) as unknown,
    ]);
  });

  it.each<Partial<AuthConfig>>([
    { session: { lastUsed: 59 } },
    { session: { maxPerUser: 0 } },
    { session: { whenFull: 'drop' as 'refuse', maxPerUser: 1 } },
    { session: { device: { address: 'city' as 'full' } } },
  ])('are validated: %#', (changes) => {
    expect(problemsOf({ adapter: new MemoryAdapter(), ...changes })).toHaveLength(1);
  });

  it('require no columns if they are off or not set', () => {
    expect(problemsOf({ adapter: plain, session: { device: { address: 'off' } } })).toEqual([]);
    expect(problemsOf({ adapter: plain, session: { device: false } })).toEqual([]);
  });
});
