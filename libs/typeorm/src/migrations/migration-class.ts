import type { MigrationInterface, QueryRunner } from 'typeorm';
import { NamedTables, type NamesAndIds } from './named-tables.js';

/** A class for the `migrations` of a DataSource. */
export type MigrationClass = new () => MigrationInterface;

/** What a migration does. */
export interface Steps {
  up(queryRunner: QueryRunner, names: NamedTables): Promise<void>;
  /** @param name - of the migration, in TypeORM's list */
  down(queryRunner: QueryRunner, names: NamedTables, name: string): Promise<void>;
}

/** What turns the tables of another library into ours, with their rows. */
export interface TakeOver extends Steps {
  /** The beginning of the migration's name. */
  readonly name: string;
}

/**
 * Returns a migration. Two prefixes in one database need two, so the prefix is part of the name.
 * @param time - the end of the name, by which TypeORM sorts migrations
 */
export function migration(
  title: string,
  time: number,
  { steps, ...options }: NamesAndIds & { readonly steps: Steps },
): MigrationClass {
  return class implements MigrationInterface {
    readonly name = `${title}${options.prefix}${time}`;

    async up(queryRunner: QueryRunner): Promise<void> {
      await steps.up(queryRunner, await NamedTables.of(queryRunner, options));
    }

    async down(queryRunner: QueryRunner): Promise<void> {
      await steps.down(queryRunner, await NamedTables.of(queryRunner, options), this.name);
    }
  };
}
