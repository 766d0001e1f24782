import type { QueryRunner, Table } from 'typeorm';
import type { ColumnChange, Dialect } from './dialect.port.js';
import { escaped, fullTypeOf, select } from '../catalog/statements.js';

/** PostgreSQL changes all columns of a table in one statement, within the transaction. */
export class PostgresDialect implements Dialect {
  constructor(private readonly queryRunner: QueryRunner) {}

  isNoTime(column: string): string {
    return `${column} !~ '^[0-9]{1,14}$'`;
  }

  isNoUuid(column: string): string {
    return `CAST(${column} AS text) !~* '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'`;
  }

  exact(column: string): string {
    return column;
  }

  async tablesThatReferTo(table: Table): Promise<readonly string[]> {
    const rows = await select<{ name: string }>(
      this.queryRunner,
      `SELECT DISTINCT CAST(conrelid::regclass AS text) AS name FROM pg_constraint
        WHERE contype = 'f' AND confrelid = CAST($1 AS regclass)`,
      [escaped(this.queryRunner, table.name)],
    );
    return rows.map(({ name }) => name.replaceAll('"', ''));
  }

  async alter(table: Table, changes: readonly ColumnChange[]): Promise<void> {
    const actions = changes.flatMap((change) => {
      const column = escaped(this.queryRunner, change.to.name);
      const type = fullTypeOf(this.queryRunner, change.to);
      return [
        `ALTER COLUMN ${column} TYPE ${type} USING ${this.converted(change, column, type)}`,
        `ALTER COLUMN ${column} ${change.to.isNullable ? 'DROP' : 'SET'} NOT NULL`,
      ];
    });
    await this.queryRunner.query(
      `ALTER TABLE ${escaped(this.queryRunner, table.name)} ${actions.join(', ')}`,
    );
  }

  private converted({ values }: ColumnChange, column: string, type: string): string {
    switch (values) {
      case 'kept':
        return `CAST(${column} AS ${type})`;
      case 'epoch text to time':
        return `timestamptz 'epoch' + CAST(${column} AS bigint) * interval '1 millisecond'`;
      case 'time to epoch text':
        return `CAST(CAST(floor(extract(epoch FROM ${column}) * 1000) AS bigint) AS text)`;
    }
  }
}
