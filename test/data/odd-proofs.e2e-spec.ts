import { aSession, aUser, anAccount } from '@authnest/testing';
import { TypeOrmAdapter } from '@authnest/typeorm';
import { databaseServers, describeDatabases, openMigrated } from '../support/databases.js';

/** What other programs store for an address that nobody has proven. */
const NONE: Record<string, readonly string[]> = {
  SQLite: ["''", "'never'", "'0000-00-00 00:00:00'", "'0001-01-01 00:00:00'"],
  PostgreSQL: ["'-infinity'", "'0001-01-01'", "'1970-01-01 00:00:00+00'"],
  MariaDB: ["'0000-00-00 00:00:00'", "'0001-01-01 00:00:00'"],
};

describeDatabases(await databaseServers(), (server) => {
  it.each(NONE[server.name] ?? [])('%s is no proof of an address (JT8)', async (none) => {
    const database = await server.create();
    const dataSource = await openMigrated(database.options);
    const adapter = new TypeOrmAdapter(dataSource);
    const { id, email } = await adapter.createUser(aUser());
    const account = anAccount({ userId: id });
    await adapter.linkAccount(account);
    const { sessionToken } = await adapter.createSession(aSession({ userId: id }));
    await dataSource.transaction(async (manager) => {
      if (server.name === 'MariaDB') await manager.query("SET sql_mode = ''");
      const name = server.name === 'MariaDB' ? 'emailVerified' : '"emailVerified"';
      await manager.query(`UPDATE users SET ${name} = ${none}`);
    });

    expect((await adapter.getUser(id))?.emailVerified).toBeNull();
    expect((await adapter.getUserByAccount(account))?.emailVerified).toBeNull();
    expect((await adapter.getSessionAndUser(sessionToken))?.user.emailVerified).toBeNull();
    const proven = await adapter.proveUser({ id, email, emailVerified: new Date() });
    expect(proven?.emailVerified).toBeInstanceOf(Date);
    expect(await adapter.getUserByAccount(account)).toBeNull();

    await dataSource.destroy();
    await database.drop();
  });
});
