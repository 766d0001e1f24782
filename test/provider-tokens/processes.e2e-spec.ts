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
import { platforms, SECRET } from '../support/test-app.js';
import { changeRow, endsIn, refreshes, rowOf, TokenApp } from '../support/token-app.js';
import type {
  TokenChildCalls,
  TokenChildOptions,
  TokenChildResult,
} from './children/token-app.child.js';

const SCRIPT = new URL('./children/token-app.child.ts', import.meta.url);
/** Longer than 100 reads take on a busy machine. */
const PROVIDER_TAKES_MS = 3000;
const [platform = 'express'] = platforms;

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

  it.each([10, 1])(
    'makes one token request for 200 callers, over pools of %i, and holds up nothing (J01, J02)',
    async (poolSize) => {
      // SQLite has one writer: there the callers are of one process.
      const count = server.name === 'SQLite' ? 1 : 4;
      const started = Array.from({ length: count }, () => start({ poolSize }));
      const processes = await Promise.all(started);
      const { tokenVersion: before } = await rowOf(adapter);
      idp.delay('token', PROVIDER_TAKES_MS);

      const calls: TokenChildCalls = { userId, calls: 200 / count, reads: 100 };
      const results = await Promise.all(
        processes.map((child) => child.ask<TokenChildResult>(calls)),
      );

      const row = await rowOf(adapter);
      expect(results.flatMap(({ failures }) => failures)).toEqual([]);
      expect([...new Set(results.flatMap(({ tokens }) => tokens))]).toEqual([row.access_token]);
      expect(results.flatMap(({ tokens }) => tokens)).toHaveLength(200);
      // A transaction that is open during the call would hold the one connection until its end.
      expect(Math.max(...results.map(({ readsTook }) => readsTook))).toBeLessThan(
        PROVIDER_TAKES_MS,
      );
      expect(refreshes(idp)).toBe(1);
      expect(row.tokenVersion).toBe(Number(before ?? 0) + 2);
      expect(row.refreshStartedAt ?? null).toBeNull();
    },
  );

  it('takes over 95 s after an instance was killed before its call (J03)', async () => {
    const child = await start({ dies: 'before-call' });
    await expect(child.ask({ userId, calls: 1, reads: 0 })).rejects.toThrow();
    expect(refreshes(idp)).toBe(0);
    const app = await TokenApp.start(platform, idp, { adapter, timeout: 1 });

    await expect(app.tokens.getAccessToken(userId, 'idp')).rejects.toThrow(
      ProviderTokenUnavailable,
    );
    await endsIn(adapter, 30);
    const old = await app.tokens.getAccessToken(userId, 'idp');
    expect(old.accessToken).toBe((await rowOf(adapter)).access_token);
    expect(refreshes(idp)).toBe(0);

    await changeRow(adapter, { refreshStartedAt: new Date(Date.now() - 96_000) });
    const { accessToken } = await app.tokens.getAccessToken(userId, 'idp');
    expect(accessToken).not.toBe(old.accessToken);
    expect(refreshes(idp)).toBe(1);
    await app.close();
  });

  it('needs a sign-in after an instance was killed before it stored (J03)', async () => {
    const child = await start({ dies: 'after-call' });
    await expect(child.ask({ userId, calls: 1, reads: 0 })).rejects.toThrow();
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

/** What a sign-in at the provider brings, without an application. */
async function tokensOf(idp: FakeOAuthServer): Promise<object> {
  const redirect_uri = 'http://127.0.0.1/callback';
  const { clientId, clientSecret } = idp.client;
  const url = new URL(`${idp.issuer}/authorize`);
  const request = { client_id: clientId, response_type: 'code', redirect_uri, scope: 'openid' };
  url.search = `${new URLSearchParams(request)}`;
  const code = (await idp.authorize(url.href)).url.searchParams.get('code') ?? '';
  const response = await fetch(`${idp.issuer}/token`, {
    method: 'POST',
    headers: { authorization: `Basic ${btoa(`${clientId}:${clientSecret}`)}` },
    body: new URLSearchParams({ grant_type: 'authorization_code', code, redirect_uri }),
  });
  const { access_token, refresh_token, id_token, scope } = (await response.json()) as Record<
    string,
    string
  >;
  return { access_token, refresh_token, id_token, scope };
}
