import { type QueryRunner, TableIndex } from 'typeorm';
import { authJsDefinitions } from '../entities/auth-js-definitions.js';
import { offeredIndexName, type TableDefinition } from '../entities/table-definitions.js';
import type { NamedTables } from './named-tables.js';

const definitions: readonly TableDefinition[] = Object.values(authJsDefinitions);

/** The indexes that the tables of Auth.js lack: by account, by sign-in link, by expiry. */
export class AuthJsIndexes {
  constructor(
    private readonly queryRunner: QueryRunner,
    private readonly names: NamedTables,
    private readonly prefix: string,
  ) {}

  /** Makes those that are missing. */
  async make(): Promise<void> {
    await this.each(async (table, index, isThere) => {
      if (!isThere) await this.queryRunner.createIndex(table, index);
    });
  }

  /** Drops those that are there. */
  async drop(): Promise<void> {
    await this.each(async (table, index, isThere) => {
      if (isThere) await this.queryRunner.dropIndex(table, index);
    });
  }

  private async each(
    work: (table: string, index: TableIndex, isThere: boolean) => Promise<void>,
  ): Promise<void> {
    for (const { table, offered = [] } of definitions) {
      for (const properties of offered) {
        const name = offeredIndexName(this.prefix + table, properties);
        const index = new TableIndex({ name, columnNames: this.names.names(properties) });
        const tableName = this.names.tableName(table);
        const actual = await this.queryRunner.getTable(tableName);
        if (!actual) throw new Error(`authMigrations: there is no table ${tableName}`);
        await work(
          actual.name,
          index,
          actual.indices.some((other) => other.name === name),
        );
      }
    }
  }
}
