import type { QueryRunner } from 'typeorm';
import { databaseOf } from '../../entities/auth-database.js';
import type { IdType } from '../../entities/column-kinds.js';
import { atomically } from '../atomically.js';
import { authTables1795194000000, type MigratedTable } from '../auth-tables-1795194000000.js';
import { NamedTables } from '../named-tables.js';
import { refuse } from '../refuse.js';
import { authJsTables } from './auth-js-tables.js';
import { ProblemFinder } from './find-problems.js';
import { OwnObjects } from './own-objects.js';
import { pairsOf } from './pairs.js';
import { rehearse } from './rehearse.js';
import { TableReshaper } from './reshape-tables.js';
import { strictly } from './strictly.js';
import { withoutForeignKeys } from './without-foreign-keys.js';

interface Layouts {
  readonly from: readonly MigratedTable[];
  readonly to: readonly MigratedTable[];
}

/**
 * The tables of an Auth.js installation and ours, each made of the other.
 * @see docs/design/wire-contract.md 13.3
 */
export class AuthJsTakeOver {
  private readonly names: NamedTables;

  constructor(
    private readonly queryRunner: QueryRunner,
    options: { readonly prefix: string; readonly id: IdType },
  ) {
    this.names = new NamedTables(queryRunner, options);
  }

  /** @throws {Error} when something is in the way; it names all of it, and nothing was changed */
  async up(): Promise<void> {
    await this.reshape(authJsTables, authTables1795194000000);
  }

  /**
   * Gives the tables back. What Auth.js has no column for goes: passkeys, when a session began,
   * whether a provider verified an address.
   * @throws {Error} when something is in the way; it names all of it, and nothing was changed
   */
  async down(): Promise<void> {
    await this.reshape(authTables1795194000000, authJsTables);
  }

  private async reshape(
    from: readonly MigratedTable[],
    to: readonly MigratedTable[],
  ): Promise<void> {
    const problems = await new ProblemFinder(this.queryRunner, this.names).find(from, to);
    refuse(problems, 'these are in the way. Put them right');
    const reshaper = new TableReshaper(this.queryRunner, this.names);
    await this.carefully({ from, to }, () => reshaper.reshape(from, to));
  }

  /** As the database needs it, so that nothing is lost or left half done. */
  private carefully(layouts: Layouts, work: () => Promise<void>): Promise<void> {
    switch (databaseOf(this.names.driver)) {
      case 'sqlite': {
        const own = new OwnObjects(this.queryRunner, this.names);
        const pairs = pairsOf(layouts.from, layouts.to);
        return withoutForeignKeys(this.queryRunner, () => own.keptDuring(pairs, work));
      }
      case 'postgres':
        return atomically(this.queryRunner, work);
      case 'mysql':
        return strictly(this.queryRunner, async () => {
          await rehearse(this.queryRunner, this.names, layouts);
          await work();
        });
    }
  }
}
