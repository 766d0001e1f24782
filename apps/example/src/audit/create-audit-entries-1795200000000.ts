import { type MigrationInterface, type QueryRunner, Table } from 'typeorm';

/** Creates the audit table, on any database. */
export class CreateAuditEntries1795200000000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    const { driver } = queryRunner.dataSource;
    await queryRunner.createTable(
      new Table({
        name: 'audit_entries',
        columns: [
          {
            name: 'id',
            type: 'integer',
            isPrimary: true,
            isGenerated: true,
            generationStrategy: 'increment',
          },
          { name: 'userId', type: 'varchar' },
          { name: 'event', type: 'varchar' },
          { name: 'provider', type: 'varchar', isNullable: true },
          { name: 'at', type: driver.normalizeType({ type: Date }) },
        ],
        indices: [{ columnNames: ['userId', 'id'] }],
      }),
    );
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.dropTable('audit_entries');
  }
}
