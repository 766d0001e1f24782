import type { QueryRunner } from 'typeorm';
import type { IdType } from '../../entities/column-kinds.js';
import { authTables1795194000000, type MigratedTable } from '../auth-tables-1795194000000.js';
import { NamedTables } from '../named-tables.js';
import { authJsTables } from './auth-js-tables.js';
import { ProblemFinder } from './find-problems.js';
import { TableReshaper } from './reshape-tables.js';
import { withoutForeignKeys } from './without-foreign-keys.js';

/** The tables of an Auth.js installation and ours, each made of the other. @see wire contract 13.3 */
export class AuthJsTakeOver {
  private readonly names: NamedTables;

  constructor(
    private readonly queryRunner: QueryRunner,
    options: { readonly prefix: string; readonly id: IdType },
  ) {
    this.names = new NamedTables(queryRunner, options);
  }

  /** @throws {Error} when rows are in the way; it names them all, and nothing was changed */
  async up(): Promise<void> {
    await this.reshape(authJsTables, authTables1795194000000);
  }

  /**
   * Gives the tables back. What Auth.js has no column for goes: passkeys, when a session began,
   * whether a provider verified an address.
   * @throws {Error} when rows are in the way; it names them all, and nothing was changed
   */
  async down(): Promise<void> {
    await this.reshape(authTables1795194000000, authJsTables);
  }

  private async reshape(
    from: readonly MigratedTable[],
    to: readonly MigratedTable[],
  ): Promise<void> {
    const problems = await new ProblemFinder(this.queryRunner, this.names).find(from, to);
    if (problems.length > 0) {
      throw new Error(
        'authMigrations: rows are in the way, and nothing was changed. Put them right and run it ' +
          `again:\n${problems.map((problem) => `- ${problem}`).join('\n')}`,
      );
    }
    const reshaper = new TableReshaper(this.queryRunner, this.names);
    await withoutForeignKeys(this.queryRunner, () => reshaper.reshape(from, to));
  }
}
