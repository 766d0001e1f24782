import type { MigrationInterface, QueryRunner } from 'typeorm';
import type { MigratedTable } from './auth-tables-1795194000000.js';
import { TableMaker } from './make-tables.js';
import type { MigrationClass } from './migration-class.js';
import { NamedTables, type NamesAndIds } from './named-tables.js';
import { carryOut, REFERRED_TO, THERE_ALREADY } from './plan.js';

/** The table for stateless sessions, as of 2026-11-23. */
const tables1795500000000: readonly MigratedTable[] = [
  {
    table: 'session_records',
    columns: {
      sessionId: 'longIdentifier',
      userId: 'longIdentifier?',
      createdAt: 'timestamp?',
      lastUsedAt: 'timestamp?',
      expires: 'timestamp',
      address: 'string?',
      userAgent: 'text?',
      provider: 'identifier?',
      endedBefore: 'timestamp?',
      staleBefore: 'timestamp?',
    },
    unique: [['sessionId']],
    indexed: [['userId'], ['expires']],
  },
];

/** Returns the migration for the registry of stateless sessions: it adds one table. */
export function sessionRegistry(options: NamesAndIds): MigrationClass {
  const maker = (queryRunner: QueryRunner) =>
    new TableMaker(queryRunner, new NamedTables(queryRunner, options));
  return class SessionRegistry1795500000000 implements MigrationInterface {
    readonly name = `SessionRegistry${options.prefix}1795500000000`;

    async up(queryRunner: QueryRunner): Promise<void> {
      const making = await maker(queryRunner).making(tables1795500000000);
      await carryOut(queryRunner, [making], THERE_ALREADY);
    }

    async down(queryRunner: QueryRunner): Promise<void> {
      const dropping = await maker(queryRunner).dropping(tables1795500000000);
      await carryOut(queryRunner, [dropping], REFERRED_TO);
    }
  };
}
