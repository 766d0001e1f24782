import { runAdapterContract } from '@authnest/testing';
import { authJs } from '@authnest/take-over';
import { authEntities, authMigrations, type IdType, TypeOrmAdapter } from '@authnest/typeorm';
import { DataSource, type DataSourceOptions } from 'typeorm';
import { insertAuthJsRows } from '../support/auth-js-rows.js';
import { createAuthJsTables } from '../support/auth-js-tables.js';
import { databaseServers, describeDatabases, type TestDatabase } from '../support/databases.js';
import { IS_WHOLE, someOf } from '../support/effort.js';
import { StatementRecorder } from '../support/statement-recorder.js';
import { revertAll } from '../support/schema.js';

/**
 * The words that a statement may contain: keywords, types, functions and collations in MySQL 8.4.
 * `RETURNING`, the type `uuid`, `SEQUENCE`, `IF EXISTS` and `OR REPLACE` are not among them, as
 * MariaDB accepts them in places where MySQL does not. `utf8mb4_nopad_bin`, which only MariaDB has,
 * is listed because keys have the collation `utf8mb4_0900_bin` instead on MySQL.
 */
const MYSQL = new Set(
  `ACTION ADD ALTER AND AS ASC AUTO_INCREMENT BIGINT BINARY BOOLEAN BY CASCADE CAST CHAR CHARACTER COALESCE COLLATE COLUMN COMMIT
   CONSTRAINT CREATE DATABASE DATETIME DEFAULT DELETE DESC DROP ENGINE FOR FOREIGN FROM IN INDEX INNER
   INNODB INSERT INT INTO IS JOIN KEY LEFT LIKE LIMIT NO NOT NULL ON OR ORDER PRIMARY REFERENCES ROLLBACK
   SELECT SET SHOW START SUBSTR TABLE TEXT TRANSACTION UNIQUE UNSIGNED UPDATE UTF8MB4 UTF8MB4_NOPAD_BIN VALUES VARCHAR
   VARIABLES VERSION WHERE
   DYNAMIC FOLDED FOUND LOCK_WAIT_TIMEOUT LOWER LOWER_CASE_TABLE_NAMES ROW_FORMAT SECONDS SESSION`.split(
    /\s+/,
  ),
);

/** Additional words for the take-over; the last ones are its names for tables and columns. */
const TAKE_OVER =
  `CHARSET CHAR_LENGTH CONVERT COUNT DATE_FORMAT DISTINCT DIV EXISTS GROUP HAVING IF INTERVAL
   MICROSECOND MIN MODE MODIFY REGEXP SHOW SIGNED SQL_MODE SQL_SAFE_UPDATES TEMPORARY TIMESTAMPDIFF TINYINT USING
   UTF8MB4_BIN UTF8MB4_GENERAL_CI ID ISSAFE K0 K1 R U`.split(/\s+/);

/** Returns the words in a statement, without quoted names and strings. */
function words(statement: string): string[] {
  const bare = statement.replace(/`[^`]*`|'(?:[^']|'')*'/g, ' ');
  return bare.toUpperCase().match(/[A-Z_]\w*/g) ?? [];
}

/**
 * Returns the statements that contain unknown words, with those words. Queries on the
 * `information_schema`, which both servers have, are skipped.
 */
function foreignTo(known: ReadonlySet<string>, statements: readonly string[]): string[] {
  return statements.flatMap((statement) => {
    if (/ information_schema\.[A-Z]/.test(statement)) return [];
    // MySQL skips a comment that only MariaDB reads.
    const read = statement.replace(/\/\*M![^]*?\*\//g, '');
    const strange = words(read).filter((word) => !known.has(word));
    return strange.length > 0 ? [`${strange.join(' ')}: ${statement}`] : [];
  });
}

const [, , mariadb] = await databaseServers();

describeDatabases(mariadb ? [mariadb] : [], (server) => {
  const logger = new StatementRecorder();

  async function open(
    database: TestDatabase,
    type: 'mysql' | 'mariadb',
    model: Partial<DataSourceOptions>,
  ): Promise<DataSource> {
    const options = { ...database.options, ...model, type, logger, logging: true };
    return new DataSource(options as DataSourceOptions).initialize();
  }

  /** Runs the adapter contract, from the first migration to its revert. */
  function runContract(type: 'mysql' | 'mariadb', id: IdType): void {
    runAdapterContract({
      name: 'TypeOrmAdapter',
      createAdapter: async () => {
        logger.reset();
        const database = await server.create();
        const model = { entities: authEntities({ id }), migrations: authMigrations({ id }) };
        const dataSource = await open(database, type, model);
        await dataSource.runMigrations();
        const adapter = new TypeOrmAdapter(dataSource);
        return {
          adapter,
          close: async () => {
            await adapter.deleteExpired();
            await revertAll(dataSource);
            await dataSource.destroy();
            await database.drop();
          },
        };
      },
    });
  }

  describe.each(someOf<IdType>(['uuid', 'int'], 1))(
    "through TypeORM's driver `mysql`, with ids of type %s",
    (id) => {
      runContract('mysql', id);

      it('sends no word that MySQL 8.4 lacks', () => {
        expect(logger.sent.length).toBeGreaterThan(500);
        expect(foreignTo(MYSQL, logger.sent)).toEqual([]);
      });
    },
  );

  if (IS_WHOLE) {
    describe("through TypeORM's driver `mariadb`", () => {
      runContract('mariadb', 'uuid');

      it('sends only two words that MySQL lacks, both added by TypeORM: RETURNING and uuid', () => {
        const added = logger.sent.map((statement) =>
          statement.replace(/(?<=^INSERT .*) RETURNING `id`$/, '').replaceAll('` uuid ', '` '),
        );

        expect(added).not.toEqual(logger.sent);
        expect(foreignTo(MYSQL, added)).toEqual([]);
      });
    });
  }

  it('takes over and restores Auth.js tables without words that MySQL 8.4 lacks', async () => {
    const database = await server.create();
    const model = { entities: authEntities(), migrations: authMigrations({ from: authJs }) };
    const dataSource = await open(database, 'mysql', model);
    await createAuthJsTables(dataSource);
    await insertAuthJsRows(dataSource);

    const there = await logger.during(() => dataSource.runMigrations());
    const back = await logger.during(() => revertAll(dataSource));

    await dataSource.destroy();
    await database.drop();
    expect(there.filter((statement) => statement.startsWith('ALTER TABLE'))).not.toEqual([]);
    expect(foreignTo(new Set([...MYSQL, ...TAKE_OVER]), [...there, ...back])).toEqual([]);
  });
});
