import { ProviderTokenRefused, ProviderTokenUnavailable } from '@authnest/core';
import { aUser, FakeOAuthServer } from '@authnest/testing';
import { TypeOrmAdapter } from '@authnest/typeorm';
import type { DataSource } from 'typeorm';
import { Child } from '../support/child/child-process.js';
import {
  databaseServers,
  describeDatabases,
  openMigrated,
  type TestDatabase,
} from '../support/databases.js';
import { Deferred } from '../support/deferred.js';
import { someOf } from '../support/effort.js';
import { platforms, SECRET } from '../support/test-app.js';
import { changeRow, endsIn, refreshes, rowOf, TokenApp, tokensOf } from '../support/token-app.js';
import type {
  TokenChildCalls,
  TokenChildOptions,
  TokenChildResult,
} from './children/token-app.child.js';

const SCRIPT = new URL('./children/token-app.child.ts', import.meta.url);
/** Long enough for four processes to start, in milliseconds. */
const TIMEOUT_MS = 180_000;
const [platform = 'express'] = platforms();

describeDatabases(await databaseServers(), (server) => {
  let idp: FakeOAuthServer;
  let database: TestDatabase;
  let dataSource: DataSource;
  let adapter: TypeOrmAdapter;
  let userId: string;
  let children: Child[];

  beforeAll(async () => {
    idp = await FakeOAuthServer.start();
  });
  afterAll(() => idp.close());
  beforeEach(async () => {
    children = [];
    idp.reset();
    idp.refreshTokens = 'rotating';
    database = await server.create();
    dataSource = await openMigrated(database.options);
    adapter = new TypeOrmAdapter(dataSource);
    userId = (await adapter.createUser(aUser({ email: 'ada@example.com' }))).id;
    await adapter.linkAccount({
      userId,
      type: 'oidc',
      provider: 'idp',
      providerAccountId: 'ada',
      ...(await tokensOf(idp)),
    });
    await endsIn(adapter, -10);
    idp.requests.length = 0;
  });
  afterEach(async () => {
    await Promise.all(children.map((child) => child.kill()));
    await dataSource.destroy();
    await database.drop();
  });

  async function start(options: Partial<TokenChildOptions> = {}): Promise<Child> {
    const child = await Child.start(SCRIPT);
    children.push(child);
    const all = { databaseUrl: database.url, poolSize: 10, client: idp.client, secret: SECRET };
    await child.ask({ ...all, ...options });
    return child;
  }

  /**
   * Delays the token endpoint. @returns `asked`, which resolves at the first call, and `release`,
   * which ends the delay
   */
  function slowProvider(): { asked: Deferred; release: Deferred } {
    const [asked, release] = [new Deferred(), new Deferred()];
    idp.answer('token', async (_request, honest) => {
      asked.resolve();
      await release.promise;
      return honest();
    });
    return { asked, release };
  }

  it.each(someOf([1, 10], 0))(
    'makes one token request for 200 callers, with pools of %i, and blocks nothing else (J01, J02)',
    async (poolSize) => {
      // SQLite allows only one writer, so all callers are in one process there.
      const count = server.name === 'SQLite' ? 1 : 4;
      const started = Array.from({ length: count }, () => start({ poolSize }));
      const processes = await Promise.all(started);
      const ask = (calls: TokenChildCalls) =>
        Promise.all(processes.map((child) => child.ask<TokenChildResult>(calls)));
      const { tokenVersion: before } = await rowOf(adapter);
      const { asked, release } = slowProvider();

      await ask({ userId, calls: 200 / count });
      await asked.promise;
      // A transaction that stays open during the call would block the only connection of a pool.
      await ask({ userId, reads: 100 });
      release.resolve();
      const results = await ask({ userId, end: true });

      const row = await rowOf(adapter);
      expect(results.flatMap(({ failures }) => failures)).toEqual([]);
      expect([...new Set(results.flatMap(({ tokens }) => tokens))]).toEqual([row.access_token]);
      expect(results.flatMap(({ tokens }) => tokens)).toHaveLength(200);
      expect(refreshes(idp)).toBe(1);
      expect(row.tokenVersion).toBe(Number(before ?? 0) + 2);
      expect(row.refreshStartedAt ?? null).toBeNull();

      // The provider ends the grant if a refresh token is used twice: this grant is still valid.
      await endsIn(adapter, -10);
      const again = await ask({ userId, calls: 200 / count, end: true });
      expect(again.flatMap(({ failures }) => failures)).toEqual([]);
      expect(refreshes(idp)).toBe(2);
    },
    TIMEOUT_MS,
  );

  it(
    'serves the old token after the refreshing instance is killed, and takes over after 95 s (J03)',
    async () => {
      await endsIn(adapter, 30);
      const count = server.name === 'SQLite' ? 2 : 4;
      // The instance that wins the claim dies; the others have only the old token.
      const started = Array.from({ length: count }, () => start({ dies: 'before-call' }));
      const processes = await Promise.all(started);
      const { access_token: old } = await rowOf(adapter);

      const calls: TokenChildCalls = { userId, calls: 200 / count, end: true };
      const ended = await Promise.allSettled(
        processes.map((child) => child.ask<TokenChildResult>(calls)),
      );

      const results = ended.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
      expect(results).toHaveLength(count - 1);
      expect(results.flatMap(({ failures }) => failures)).toEqual([]);
      expect([...new Set(results.flatMap(({ tokens }) => tokens))]).toEqual([old]);
      expect(refreshes(idp)).toBe(0);

      const app = await TokenApp.start(platform, idp, { adapter, timeout: 1 });
      await endsIn(adapter, -1);
      const early = new Date(Date.now() - 80_000);
      await changeRow(adapter, { refreshStartedAt: early });
      await expect(app.tokens.getAccessToken(userId, 'idp')).rejects.toThrow(
        ProviderTokenUnavailable,
      );
      expect(refreshes(idp)).toBe(0);

      await app.close();

      await changeRow(adapter, { refreshStartedAt: new Date(Date.now() - 96_000) });
      const next = await TokenApp.start(platform, idp, { adapter });
      const { accessToken } = await next.tokens.getAccessToken(userId, 'idp');
      expect(accessToken).not.toBe(old);
      expect(refreshes(idp)).toBe(1);
      await next.close();
    },
    TIMEOUT_MS,
  );

  it('requires a sign-in after an instance was killed before it stored the tokens (J03)', async () => {
    const child = await start({ dies: 'after-call' });
    await expect(child.ask({ userId, calls: 1, end: true })).rejects.toThrow();
    expect(refreshes(idp)).toBe(1);
    const app = await TokenApp.start(platform, idp, { adapter });
    await changeRow(adapter, { refreshStartedAt: new Date(Date.now() - 96_000) });

    await expect(app.tokens.getAccessToken(userId, 'idp')).rejects.toThrow(ProviderTokenRefused);
    await app.signIn();

    const { accessToken } = await app.tokens.getAccessToken(userId, 'idp');
    expect(accessToken).toBe((await rowOf(adapter)).access_token);
    await app.close();
  });
});
