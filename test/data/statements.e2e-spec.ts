import { aSession, aUser } from '@authnest/testing';
import { TypeOrmAdapter } from '@authnest/typeorm';
import type { DataSource } from 'typeorm';
import {
  databaseServers,
  describeDatabases,
  openMigrated,
  type TestDatabase,
} from '../support/databases.js';
import { StatementRecorder } from '../support/statement-recorder.js';

describeDatabases(await databaseServers(), (server) => {
  const logger = new StatementRecorder();
  let database: TestDatabase;
  let dataSource: DataSource;
  let adapter: TypeOrmAdapter;

  beforeAll(async () => {
    database = await server.create();
    dataSource = await openMigrated({ ...database.options, logger, logging: true });
    adapter = new TypeOrmAdapter(dataSource);
  });
  afterAll(async () => {
    await dataSource.destroy();
    await database.drop();
  });

  it('a guarded request runs one SELECT', async () => {
    const { id: userId } = await adapter.createUser(aUser());
    const { sessionToken } = await adapter.createSession(aSession({ userId }));

    const statements = await logger.during(() => adapter.getSessionAndUser(sessionToken));

    expect(statements).toEqual([expect.stringMatching(/^SELECT .* INNER JOIN /)]);
  });

  // SQLite plans a join again for each value that is bound to it. It does not report how many
  // times it does so, so the test checks the statement.
  if (server.name === 'SQLite') {
    it('plans the look-up once', async () => {
      const statements = await logger.during(() => adapter.getSessionAndUser('a-token'));

      expect(statements).toEqual([expect.stringMatching(/"sessionToken" = \+\?$/)]);
    });
  }

  it('an extension runs one UPDATE', async () => {
    const { id: userId } = await adapter.createUser(aUser());
    const { sessionToken } = await adapter.createSession(aSession({ userId }));

    const statements = await logger.during(() =>
      adapter.updateSession({ sessionToken, expires: new Date() }),
    );

    expect(statements).toEqual([expect.stringMatching(/^UPDATE /)]);
  });

  it('the use of a verification token runs one SELECT and one DELETE', async () => {
    const expires = new Date();
    await adapter.createVerificationToken({ identifier: 'a', token: 'b', expires });

    const statements = await logger.during(() =>
      adapter.useVerificationToken({ identifier: 'a', token: 'b' }),
    );

    expect(statements.map((statement) => statement.split(' ')[0])).toEqual(['SELECT', 'DELETE']);
  });
});
