import { randomBytes } from 'node:crypto';
import { aSession, aUser, anAccount } from '@authnest/testing';
import { authEntities, TypeOrmAdapter } from '@authnest/typeorm';
import { DataSource, LessThan, MoreThanOrEqual } from 'typeorm';
import {
  databaseServers,
  describeDatabases,
  openMigrated,
  type TestDatabase,
  withPool,
} from '../support/databases.js';

describeDatabases(await databaseServers(), (server) => {
  let database: TestDatabase;
  let dataSource: DataSource;
  let adapter: TypeOrmAdapter;

  beforeAll(async () => {
    database = await server.create();
    dataSource = await openMigrated(database.options);
    adapter = new TypeOrmAdapter(dataSource);
  });
  afterAll(async () => {
    await dataSource.destroy();
    await database.drop();
  });

  describe('addresses (E19)', () => {
    it.each([
      ['case', 'V@X.Example', 'v@x.example'],
      ['an accent', 'jose@x.example', 'josé@x.example'],
      ['the Unicode form of an accent', 'jos\u00e9@y.example', 'jose\u0301@y.example'],
      ['a look-alike letter', 'v@аpple.example', 'v@apple.example'],
      ['letter width', 'v@ｚ.example', 'v@z.example'],
    ])('that differ in %s belong to two users', async (_difference, one, other) => {
      const first = await adapter.createUser(aUser({ email: one }));
      const second = await adapter.createUser(aUser({ email: other }));

      expect(await adapter.getUserByEmail(one)).toEqual(first);
      expect(await adapter.getUserByEmail(other)).toEqual(second);
      await adapter.deleteUser(first.id);
      expect(await adapter.getUserByEmail(other)).toEqual(second);
    });
  });

  it('tokens longer than any that providers issue are read unchanged', async () => {
    const { id: userId } = await adapter.createUser(aUser());
    const long = 'ü😀x'.repeat(5000);
    const account = anAccount({ userId, access_token: long, id_token: long, scope: long });
    await adapter.linkAccount(account);

    expect(await adapter.getAccount(account.providerAccountId, account.provider)).toMatchObject({
      access_token: long,
      id_token: long,
      scope: long,
    });
  });

  it('a key that is too long for its column is refused or found unchanged, never truncated', async () => {
    const { id: userId } = await adapter.createUser(aUser());
    const huge = randomBytes(6000).toString('base64');
    const account = anAccount({ userId, providerAccountId: huge });

    const linked = await adapter.linkAccount(account).catch(() => null);

    expect((await adapter.getAccount(huge, 'github')) !== null).toBe(linked !== null);
    expect(await adapter.getAccount(huge.slice(0, 512), 'github')).toBeNull();
    expect(await adapter.getSessionAndUser(huge)).toBeNull();
  });

  it('a token that is too long for its column is refused or read unchanged, never truncated', async () => {
    const lenient = await new DataSource(withPool(database.options, 1)).initialize();
    // In this mode the server truncates, and only warns.
    if (server.name === 'MariaDB') await lenient.query("SET SESSION sql_mode = ''");
    const { id: userId } = await adapter.createUser(aUser());
    const account = anAccount({ userId, access_token: 'ü'.repeat(40_000) });

    const linked = await new TypeOrmAdapter(lenient).linkAccount(account).catch(() => null);
    await lenient.destroy();

    const found = await adapter.getAccount(account.providerAccountId, account.provider);
    expect(found?.access_token).toBe(linked ? account.access_token : undefined);
  });

  it('a token with a NUL character is not found', async () => {
    expect(await adapter.getSessionAndUser('a\0b')).toBeNull();
  });

  it("the application can find the adapter's rows by time", async () => {
    const { id: userId } = await adapter.createUser(aUser());
    const expires = new Date('2031-07-15T12:00:00.500Z');
    const { sessionToken } = await adapter.createSession(aSession({ userId, expires }));
    const sessions = dataSource.getRepository(authEntities().session);

    const found = await sessions.findBy({ sessionToken, expires: MoreThanOrEqual(expires) });
    const none = await sessions.findBy({ sessionToken, expires: LessThan(expires) });

    expect(found.map((session) => session.expires.toISOString())).toEqual([expires.toISOString()]);
    expect(none).toEqual([]);
  });
});
