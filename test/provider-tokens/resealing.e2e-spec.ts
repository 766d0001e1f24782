import type { Adapter, AdapterAccount, AuthConfig } from '@authnest/core';
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
import { timesOf } from '../support/effort.js';
import { PATIENCE, watchWaitsOf } from '../support/patience.js';
import { platforms, SECRET } from '../support/test-app.js';
import { refreshes, TokenApp, tokensOf } from '../support/token-app.js';
import type { ResealJob, ResealJobResult } from './children/reseal-job.child.js';

const SCRIPT = new URL('./children/reseal-job.child.ts', import.meta.url);
const ACCOUNTS = timesOf('RESEALED_ACCOUNTS', { part: 40, whole: 120 });
const OLD = 'an-old-encryption-secret-of-many-characters';
/** The id of its key is `U_TAu6R5`; in a LIKE the `_` would match any character. */
const NEW = 'an-encryption-secret-of-forty-characters';
const UNREADABLE = 'an1.UxTAu6R5.AAAA';
/** Long enough for 120 sign-ins and the start of two processes, in milliseconds. */
const TIMEOUT_MS = 300_000;
const [platform = 'express'] = platforms();

// The time limit of a refresh: here, refreshes wait for a job in another process.
watchWaitsOf(30_000);

describeDatabases(await databaseServers(), (server) => {
  let idp: FakeOAuthServer;
  let database: TestDatabase;
  let dataSource: DataSource;
  let adapter: TypeOrmAdapter;
  let userIds: string[];
  let children: Child[];
  let apps: TokenApp[];

  beforeAll(async () => {
    idp = await FakeOAuthServer.start();
  });
  afterAll(() => idp.close());
  beforeEach(async () => {
    children = [];
    apps = [];
    idp.reset();
    idp.refreshTokens = 'rotating';
    database = await server.create();
    dataSource = await openMigrated(database.options);
    adapter = new TypeOrmAdapter(dataSource);
  });
  afterEach(async () => {
    await Promise.all(children.map((child) => child.kill()));
    for (const app of apps) await app.close();
    await dataSource.destroy();
    await database.drop();
  });

  /** Creates accounts whose access tokens are due, sealed with the old secret. */
  async function seed(count: number): Promise<void> {
    userIds = [];
    for (let nth = 0; nth < count; nth += 1) {
      const { id: userId } = await adapter.createUser(aUser({ email: `p${nth}@example.com` }));
      userIds.push(userId);
      const tokens = await tokensOf(idp);
      await link({ userId, providerAccountId: `p${nth}`, ...tokens, expires_at: 1 });
    }
    // Without an ID token in the responses, the old one stays sealed until the job reseals it.
    idp.tokens = { id_token: undefined };
    const { tokens } = await start([OLD]);
    while ((await tokens.reseal()) > 0);
    expect(await beginnings()).toEqual(['an1.']);
    await apps.pop()?.close();
    idp.requests.length = 0;
  }

  async function link(account: Partial<AdapterAccount> & { userId: string }): Promise<void> {
    const key = { type: 'oidc', provider: 'idp', providerAccountId: 'p' } as const;
    await adapter.linkAccount({ ...key, ...account });
  }

  async function start(
    encryptionSecret: string[],
    config: Partial<AuthConfig> = {},
  ): Promise<TokenApp> {
    const sealed = {
      adapter,
      providerTokens: 'encrypt',
      encryptionSecret,
      timeout: PATIENCE,
    } as const;
    const app = await TokenApp.start(platform, idp, { ...sealed, ...config });
    apps.push(app);
    return app;
  }

  async function openJob(diesAt?: number): Promise<Child> {
    const child = await Child.start(SCRIPT);
    children.push(child);
    const job: ResealJob = {
      databaseUrl: database.url,
      client: idp.client,
      secret: SECRET,
      encryptionSecret: [NEW, OLD],
      diesAt,
    };
    await child.ask(job);
    return child;
  }

  async function accounts(): Promise<AdapterAccount[]> {
    const lists = await Promise.all(userIds.map((id) => adapter.listAccountsByUserId(id)));
    return lists.flat();
  }

  /** Returns the distinct beginnings of the tokens of all accounts. */
  async function beginnings(length = 4): Promise<string[]> {
    const tokens = (await accounts()).flatMap((account) => [
      account.access_token,
      account.refresh_token,
      account.id_token,
    ]);
    return [...new Set(tokens.flatMap((token) => (token ? [token.slice(0, length)] : [])))];
  }

  const getAll = (app: TokenApp) =>
    Promise.all(userIds.map((userId) => app.tokens.getAccessToken(userId, 'idp')));

  it(
    'loses no token if the job is killed during refreshes (J64)',
    async () => {
      await seed(ACCOUNTS);
      const { id: nobody } = await adapter.createUser(aUser({ email: 'nobody@example.com' }));
      await link({ userId: nobody, providerAccountId: 'a-unreadable', access_token: UNREADABLE });
      const [killed, second] = await Promise.all([openJob(ACCOUNTS / 4), openJob()]);
      const app = await start([NEW, OLD]);
      const [haveAllAsked, isKilled] = [new Deferred(), new Deferred()];
      idp.answer('token', async (_, honest) => {
        if (refreshes(idp) === ACCOUNTS) haveAllAsked.resolve();
        await isKilled.promise;
        return honest();
      });

      const refreshed = getAll(app);
      await haveAllAsked.promise;
      await expect(killed.ask({ run: true })).rejects.toThrow('ended with');
      isKilled.resolve();
      const { counts, looks } = await second.ask<ResealJobResult>({ run: true });
      await refreshed;

      expect(refreshes(idp)).toBe(ACCOUNTS);
      expect(counts.at(-1)).toBe(0);
      expect(await app.tokens.reseal()).toBe(0);
      expect(looks['a-unreadable']).toBeGreaterThan(0);
      expect(await beginnings(13)).toEqual(['an1.U_TAu6R5.']);
      const alone = await start([NEW]);
      await Promise.all(
        (await accounts()).map(({ provider, providerAccountId }) =>
          adapter.updateAccount({ provider, providerAccountId, expires_at: 1 }),
        ),
      );
      const tokens = await getAll(alone);
      expect(new Set(tokens.map(({ accessToken }) => accessToken)).size).toBe(ACCOUNTS);
      expect(refreshes(idp)).toBe(2 * ACCOUNTS);
    },
    TIMEOUT_MS,
  );

  it('skips an unreadable account only once, and seals all others (J64)', async () => {
    await seed(5);
    const [userId = ''] = userIds;
    const unreadable = { access_token: UNREADABLE };
    await link({ userId, providerAccountId: 'p2-a', ...unreadable });
    let lists = 0;
    const counted = during(adapter, 'listAccountsToReseal', async () => {
      lists += 1;
    });
    const { tokens } = await start([NEW, OLD], { adapter: counted });

    const counts = [];
    while (counts.at(-1) !== 0) counts.push(await tokens.reseal(1));

    expect(counts).toEqual([1, 1, 1, 1, 1, 0]);
    // One more than the batches: the unreadable account was listed and skipped.
    expect(lists).toBe(counts.length + 1);
    expect((await beginnings(13)).sort()).toEqual(['an1.U_TAu6R5.', 'an1.UxTAu6R5.']);
  });

  it('repeats a batch that the store refused (J64)', async () => {
    await seed(3);
    let isDown = true;
    const broken = during(
      adapter,
      'advanceAccount',
      async () => undefined,
      () => isDown,
    );
    const { tokens } = await start([NEW, OLD], { adapter: broken });

    await expect(tokens.reseal()).rejects.toThrow();
    isDown = false;

    expect([await tokens.reseal(), await tokens.reseal()]).toEqual([3, 0]);
  });

  it.each(['claims', 'has refreshed'])(
    'skips an account that another instance %s meanwhile, and seals it later (J64)',
    async (how) => {
      await seed(1);
      const other = await start([NEW, OLD]);
      let lists = 0;
      const raced = during(adapter, 'listAccountsToReseal', async () => {
        lists += 1;
        if (lists > 1) return;
        if (how === 'has refreshed') return void (await getAll(other));
        // Only the claim is written, as by an instance that still waits for the provider.
        const claim = { provider: 'idp', providerAccountId: 'p0', tokenVersion: 2 };
        expect(await adapter.advanceAccount(claim)).toBe(true);
      });
      const { tokens } = await start([NEW, OLD], { adapter: raced });

      while ((await tokens.reseal()) > 0);

      expect(await beginnings(13)).toEqual(['an1.U_TAu6R5.']);
      // A refresh token that was used already would end the grant.
      const alone = await start([NEW]);
      await adapter.updateAccount({ provider: 'idp', providerAccountId: 'p0', expires_at: 1 });
      expect(await getAll(alone)).toHaveLength(1);
    },
  );
});

/** Wraps an adapter: the operation runs `work` before it returns, or fails while `isDown`. */
function during(
  adapter: TypeOrmAdapter,
  operation: keyof Adapter,
  work: () => Promise<void>,
  isDown = () => false,
): Adapter {
  return new Proxy<Adapter>(adapter, {
    get: (target, name) => {
      const member: unknown = Reflect.get(target, name);
      if (name !== operation || typeof member !== 'function') return member;
      return async (...args: unknown[]) => {
        if (isDown()) throw new Error('the store is down');
        const result: unknown = await Reflect.apply(member, target, args);
        await work();
        return result;
      };
    },
  });
}
