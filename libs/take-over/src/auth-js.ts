import {
  atomically,
  authJsTables,
  authTables,
  databaseOf,
  refuse,
  type NamedTables,
  type TableDefinition,
} from '@authnest/typeorm/migrations';
import type { TakeOver } from '@authnest/typeorm';
import type { QueryRunner } from 'typeorm';
import { ProblemFinder } from './find-problems.js';
import { forgetMigration } from './forget-migration.js';
import { missingRights, withoutTransactions } from './mysql-rights.js';
import { OwnObjects } from './own-objects.js';
import { pairsOf } from './pairs.js';
import { rehearse } from './rehearse.js';
import { TableReshaper } from './reshape-tables.js';
import { strictly } from './strictly.js';
import { withoutForeignKeys } from './without-foreign-keys.js';

/** The privileges that the changes and their rehearsal need on MariaDB and MySQL. */
const RIGHTS = ['INSERT', 'UPDATE', 'CREATE', 'ALTER', 'INDEX', 'CREATE TEMPORARY TABLES'];

interface Reshaping {
  readonly from: readonly TableDefinition[];
  readonly to: readonly TableDefinition[];
  /** The name of the migration that this reverts. */
  readonly forgotten: string | undefined;
}

/**
 * The tables that the Auth.js adapter for TypeORM created, for the option `from` of
 * `authMigrations`. If our tables cannot store some rows, the migration throws an error that names
 * the rows, and changes nothing.
 */
export const authJs: TakeOver = {
  name: 'TakeOverAuthJs',
  up: (queryRunner, names) => new AuthJsTakeOver(queryRunner, names).up(),
  down: (queryRunner, names, name) => new AuthJsTakeOver(queryRunner, names).down(name),
};

/**
 * Converts the tables of an Auth.js installation to ours, and back.
 * @see docs/design/wire-contract.md 13.3
 */
class AuthJsTakeOver {
  constructor(
    private readonly queryRunner: QueryRunner,
    private readonly names: NamedTables,
  ) {}

  /** @throws {Error} if there are problems; it names all of them, and nothing is changed */
  async up(): Promise<void> {
    await this.reshape(authJsTables, authTables, RIGHTS);
  }

  /**
   * Converts the tables back. Data without a column in Auth.js is deleted: passkeys, when a session
   * began, and whether a provider verified an address.
   * @param migration - name of the migration in TypeORM's list
   * @throws {Error} if there are problems; it names all of them, and nothing is changed
   */
  async down(migration: string): Promise<void> {
    await this.reshape(authTables, authJsTables, [...RIGHTS, 'DROP'], migration);
  }

  private async reshape(
    from: readonly TableDefinition[],
    to: readonly TableDefinition[],
    rights: readonly string[],
    forgotten?: string,
  ): Promise<void> {
    const isMysql = databaseOf(this.names.driver) === 'mysql';
    const paths = from.map(({ table }) => this.names.path(table));
    const lacked = isMysql
      ? [
          ...(await missingRights(this.queryRunner, rights)),
          ...(await withoutTransactions(this.queryRunner, paths)),
        ]
      : [];
    const problems = await new ProblemFinder(this.queryRunner, this.names).find(from, to);
    refuse([...lacked, ...problems], 'of these problems. Fix them');
    const reshaper = new TableReshaper(this.queryRunner, this.names);
    await this.carefully({ from, to, forgotten }, () => reshaper.reshape(from, to));
  }

  /** Runs work with the precautions of the database, so that nothing is lost or half done. */
  private carefully(reshaping: Reshaping, work: () => Promise<void>): Promise<void> {
    switch (databaseOf(this.names.driver)) {
      case 'sqlite': {
        const own = new OwnObjects(this.queryRunner, this.names);
        const pairs = pairsOf(reshaping.from, reshaping.to);
        return withoutForeignKeys(this.queryRunner, async () => {
          await own.keptDuring(pairs, work);
          if (reshaping.forgotten) await forgetMigration(this.queryRunner, reshaping.forgotten);
        });
      }
      case 'postgres':
        return atomically(this.queryRunner, work);
      case 'mysql':
        return strictly(this.queryRunner, async () => {
          await rehearse(this.queryRunner, this.names, reshaping);
          await work();
        });
    }
  }
}
