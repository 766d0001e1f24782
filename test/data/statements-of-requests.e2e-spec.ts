import { randomUUID } from 'node:crypto';
import { type AuthConfig, Credentials, type OIDCConfig } from '@authnest/core';
import { FakeOAuthServer } from '@authnest/testing';
import {
  authEntities,
  authMigrations,
  TypeOrmAdapter,
  TypeOrmSessionRegistry,
} from '@authnest/typeorm';
import type { DataSource, DataSourceOptions } from 'typeorm';
import {
  databaseServers,
  describeDatabases,
  openMigrated,
  type TestDatabase,
} from '../support/databases.js';
import { StatementRecorder } from '../support/statement-recorder.js';
import { platforms, type TestApp } from '../support/test-app.js';
import { endsIn, rowOf, TokenApp } from '../support/token-app.js';

const [platform = 'express'] = platforms();
const SETS = { with: ['sessionRegistry'] } as const;
const DAY_MS = 24 * 60 * 60 * 1000;
/** Every optional feature of a provider besides sign-in. */
const ON = { logout: true, backchannelLogout: true } as const;

function verbOf(statement: string): string {
  return statement.split(' ', 1)[0] ?? '';
}

describeDatabases(await databaseServers(), (server) => {
  const recorder = new StatementRecorder();
  /** A session is looked up by two keys, in one statement if that saves a round trip. */
  const lookUp = server.name === 'SQLite' ? ['SELECT', 'SELECT'] : ['SELECT'];
  let idp: FakeOAuthServer;
  let database: TestDatabase;
  let dataSource: DataSource;
  let adapter: TypeOrmAdapter;
  let app: TokenApp;

  beforeAll(async () => {
    idp = await FakeOAuthServer.start();
    idp.refreshTokens = 'rotating';
    idp.idToken = { claims: { sid: 'of-the-provider' } };
    database = await server.create();
    dataSource = await openMigrated({
      ...database.options,
      entities: [...authEntities(SETS)],
      migrations: authMigrations(SETS),
      logger: recorder,
      logging: true,
    } as DataSourceOptions);
    adapter = new TypeOrmAdapter(dataSource);
  });
  afterEach(() => app.close());
  afterAll(async () => {
    await dataSource.destroy();
    await database.drop();
    await idp.close();
  });

  async function signedIn(
    config: Partial<AuthConfig>,
    provider: Partial<OIDCConfig> = {},
  ): ReturnType<TokenApp['signIn']> {
    app = await TokenApp.start(platform, idp, { adapter, ...config }, provider);
    return app.signIn();
  }

  /** Returns the first word of each statement that a guarded request runs. */
  async function verbsOf(browser: ReturnType<TestApp['client']>): Promise<string[]> {
    const sent = await recorder.during(async () => {
      expect((await browser.get('/session-of-guard')).status).toBe(200);
    });
    return sent.map(verbOf);
  }

  it.each<[string, Partial<AuthConfig>, Partial<OIDCConfig>, string[]]>([
    ['a database session', {}, {}, ['SELECT']],
    [
      'a database session, with logout and tokens at the provider',
      { providerTokens: { revokeAt: 'signOut' } },
      ON,
      ['SELECT'],
    ],
    ['a stateless session', { session: { strategy: 'jwt' } }, {}, []],
    [
      'a stateless session, with tokens and sign-out at the provider',
      { session: { strategy: 'jwt' }, providerTokens: { revokeAt: 'signOut' } },
      { logout: true },
      [],
    ],
    [
      'a stateless session, with back-channel logout enabled',
      { session: { strategy: 'jwt' } },
      ON,
      lookUp,
    ],
  ])(
    'a guarded request with %s runs only the expected statements (J83)',
    async (_, config, provider, verbs) => {
      const browser = await signedIn(config, provider);

      expect(await verbsOf(browser)).toEqual(verbs);
      expect(await verbsOf(browser)).toEqual(verbs);
    },
  );

  it('a guarded request with a stateless session and a registry runs one look-up (J83)', async () => {
    const revocation = new TypeOrmSessionRegistry(dataSource);
    const browser = await signedIn({ session: { strategy: 'jwt', revocation } });

    expect(await verbsOf(browser)).toEqual(lookUp);
  });

  it.each([
    ['proven', new Date(), ['INSERT']],
    [
      'unproven',
      null,
      server.name === 'SQLite' ? ['SELECT', 'INSERT'] : ['START', 'SELECT', 'INSERT', 'COMMIT'],
    ],
  ])(
    'a sign-in of a user whose address is %s looks them up, stores the session, and counts (K40)',
    async (proof, emailVerified, storing) => {
      const email = `${proof}@example.com`;
      const user = await adapter.createUser({ id: randomUUID(), email, emailVerified });
      const byId = Credentials({ credentials: {}, usersOfAdapter: true, authorize: () => user });
      app = await TokenApp.start(platform, idp, { adapter, providers: [byId] });

      const sent = await recorder.during(() => app.app.client().signIn('credentials', {}));

      expect(sent.map(verbOf)).toEqual(['SELECT', ...storing, 'SELECT']);
    },
  );

  it('the last use is written only in the UPDATE that extends the session (J83)', async () => {
    const browser = await signedIn({}, ON);
    const sessionToken = browser.cookies.get('authjs.session-token') ?? '';
    const expires = new Date(Date.now() + 28 * DAY_MS);
    const lastUsedAt = new Date(Date.now() - 2 * DAY_MS);
    await adapter.updateSession({ sessionToken, expires, lastUsedAt });

    expect(await verbsOf(browser)).toEqual(['SELECT', 'UPDATE']);

    const { session } = (await adapter.getSessionAndUser(sessionToken)) ?? {};
    expect(session?.expires.getTime()).toBeGreaterThan(expires.getTime());
    expect(session?.lastUsedAt?.getTime()).toBeGreaterThan(lastUsedAt.getTime());
    expect(await verbsOf(browser)).toEqual(['SELECT']);
  });

  it('reading a token runs one SELECT, and a refresh adds two UPDATEs outside any transaction (J02, J20)', async () => {
    await signedIn({});
    const { userId } = await rowOf(adapter);
    const ask = () => recorder.during(() => app.tokens.getAccessToken(userId, 'idp'));

    expect(await ask()).toEqual([expect.stringMatching(/^SELECT .*accounts/)]);

    await endsIn(adapter, -1);
    expect((await ask()).map(verbOf)).toEqual(['SELECT', 'UPDATE', 'UPDATE']);
    expect(await ask()).toHaveLength(1);
  });
});
