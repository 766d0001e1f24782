import { withRedisSessions } from '@authnest/redis';
import { aSession, aUser } from '@authnest/testing';
import { TypeOrmAdapter } from '@authnest/typeorm';
import { Redis } from 'ioredis';
import { databaseServers, describeDatabases, openMigrated } from '../support/databases.js';
import { OwnRedis, redisProgram } from '../support/own-redis.js';
import { describeWith } from '../support/services.js';
import { StatementRecorder } from '../support/statement-recorder.js';

const servers = await databaseServers();

describeWith(redisProgram, 'SQL statements with sessions in Redis', () => {
  describeDatabases(servers, (server) => {
    it('a guarded request runs one SELECT for the user, and extending a session runs none', async () => {
      const logger = new StatementRecorder();
      const own = await OwnRedis.start();
      const redis = new Redis(own.url);
      const database = await server.create();
      const dataSource = await openMigrated({ ...database.options, logger, logging: true });
      const adapter = withRedisSessions(new TypeOrmAdapter(dataSource), redis) as TypeOrmAdapter;
      const { id: userId } = await adapter.createUser(aUser());
      const { sessionToken } = await adapter.createSession(aSession({ userId }));

      const read = await logger.during(() => adapter.getSessionAndUser(sessionToken));
      const extended = await logger.during(() =>
        adapter.updateSession({ sessionToken, expires: new Date() }),
      );

      expect(read).toEqual([expect.stringMatching(/^SELECT (?!.* JOIN )/)]);
      expect(extended).toEqual([]);
      redis.disconnect();
      await own.remove();
      await dataSource.destroy();
      await database.drop();
    });
  });
});
