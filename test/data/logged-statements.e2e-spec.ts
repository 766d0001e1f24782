import { TypeOrmAdapter } from '@authnest/typeorm';
import { jest } from '@jest/globals';
import { inspect } from 'node:util';
import { StatementLogger } from '../fixtures/statement.logger.js';
import { databaseServers, describeDatabases, openMigrated } from '../support/databases.js';

const CANARY = 'canary-token-93b2';

describeDatabases(await databaseServers(), (server) => {
  describe(`TypeORM's own log on ${server.name}`, () => {
    const lines: string[] = [];
    const record = (...values: unknown[]) =>
      void lines.push(values.map((value) => inspect(value)).join(' '));

    beforeEach(() => {
      lines.length = 0;
      for (const name of ['log', 'info', 'warn', 'error'] as const)
        jest.spyOn(console, name).mockImplementation(record);
      jest.spyOn(process.stdout, 'write').mockImplementation((line) => {
        lines.push(String(line));
        return true;
      });
    });
    afterEach(() => jest.restoreAllMocks());

    it('has statements without their values, if it is the sample (HO10)', async () => {
      const database = await server.create();
      const logger = new StatementLogger();
      const dataSource = await openMigrated({ ...database.options, logger, logging: true });
      const adapter = new TypeOrmAdapter(dataSource);

      await useTokens(adapter);
      // A statement that fails, with the token among its values.
      await expect(async () =>
        dataSource.query(
          `SELECT * FROM missing WHERE t = ${server.name === 'PostgreSQL' ? '$1' : '?'}`,
          [CANARY],
        ),
      ).rejects.toThrow(/missing/);
      await dataSource.destroy();
      await database.drop();

      const text = lines.join('\n');
      expect(text).toMatch(/insert into.*sessions/i);
      expect(text).toMatch(/missing/);
      expect(text).not.toContain(CANARY);
    });
  });
});

/** Stores a session and an account, and reads them. */
async function useTokens(adapter: TypeOrmAdapter): Promise<void> {
  const user = await adapter.createUser({
    id: 'any',
    email: 'jane@example.com',
    emailVerified: null,
  });
  const userId = user.id;
  const session = {
    sessionToken: `${CANARY}-of-session`,
    userId,
    expires: new Date(Date.now() + 60_000),
  };
  await adapter.createSession(session);
  await adapter.getSessionAndUser(session.sessionToken);
  await adapter.linkAccount({
    userId,
    type: 'oauth',
    provider: 'gh',
    providerAccountId: '1',
    access_token: `${CANARY}-of-provider`,
  });
}
