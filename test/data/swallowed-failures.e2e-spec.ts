import { aUser } from '@authnest/testing';
import { TypeOrmAdapter } from '@authnest/typeorm';
import type { DataSource, EntityManager } from 'typeorm';
import { authWrites } from '../support/auth-writes.js';
import {
  databaseServers,
  describeDatabases,
  openMigrated,
  type TestDatabase,
} from '../support/databases.js';

/** What a subscriber's own statement does to the transaction that it is in. */
const LOSING: Readonly<Record<string, string>> = {
  // Any error ends a transaction of PostgreSQL, whose COMMIT then answers ROLLBACK, and no error.
  PostgreSQL: 'INSERT INTO no_such_audit VALUES (1)',
  // As the victim of a deadlock.
  MariaDB: 'ROLLBACK',
  SQLite: 'INSERT INTO no_such_audit VALUES (1)',
};

/** Hooks that are called after the last change, and before it is committed. */
const LATE = ['beforeTransactionCommit', 'afterQuery'] as const;

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

  /** A faulty audit log, which catches the failure of its own statement. */
  const auditOf = (nth: number) => {
    let calls = 0;
    return async ({ manager }: { manager: EntityManager }) => {
      calls += 1;
      if (calls === nth) await manager.query(LOSING[server.name] ?? '').catch(() => undefined);
    };
  };

  describe.each(Object.keys(authWrites))('%s, if it resolves, has taken effect', (name) => {
    it.each([1, 2, 3, 4, 5])(
      'if a subscriber loses the transaction at change %i (FT8)',
      async (nth) => {
        for (const isBefore of [true, false]) {
          const write = await authWrites[name]?.(adapter, await adapter.createUser(aUser()));
          const audit = auditOf(nth);
          dataSource.subscribers.push(
            isBefore
              ? { beforeInsert: audit, beforeUpdate: audit, beforeRemove: audit }
              : { afterInsert: audit, afterUpdate: audit, afterRemove: audit },
          );

          const isResolved = await write?.run(adapter).then(
            () => true,
            () => false,
          );
          dataSource.subscribers.pop();

          // What MariaDB stores after the loss is not undone: it is outside of any transaction.
          expect(isResolved ? await write?.isDone(adapter) : true).toBe(true);
        }
      },
    );

    it.each(LATE)('if a subscriber loses the transaction in `%s`', async (hook) => {
      const write = await authWrites[name]?.(adapter, await adapter.createUser(aUser()));
      let isOwn = false;
      const lose = async ({ manager, query }: { manager: EntityManager; query?: string }) => {
        if (isOwn || (query !== undefined && !/^(?:INSERT|UPDATE|DELETE)/.test(query))) return;
        isOwn = true;
        await manager.query(LOSING[server.name] ?? '').catch(() => undefined);
        isOwn = false;
      };
      dataSource.subscribers.push({ [hook]: lose });

      const isResolved = await write?.run(adapter).then(
        () => true,
        () => false,
      );
      dataSource.subscribers.pop();

      expect(isResolved ? await write?.isDone(adapter) : true).toBe(true);
    });
  });
});
