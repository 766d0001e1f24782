import type { QueryRunner, Table } from 'typeorm';
import type { ColumnChange, Dialect } from './dialect.port.js';
import { escaped } from '../catalog/statements.js';

/** SQLite keeps any value in any column, and makes a table anew to change one. */
export class SqliteDialect implements Dialect {
  constructor(private readonly queryRunner: QueryRunner) {}

  isNoTime(column: string): string {
    return `(${column} GLOB '*[^0-9]*' OR LENGTH(${column}) NOT BETWEEN 1 AND 14)`;
  }

  isNoUuid(): string {
    return '0';
  }

  exact(column: string): string {
    return column;
  }

  /** Texts stay texts here, so no id changes its type. */
  async tablesThatReferTo(): Promise<readonly string[]> {
    return [];
  }

  async alter(table: Table, changes: readonly ColumnChange[]): Promise<void> {
    const name = escaped(this.queryRunner, table.name);
    // Before the column is one of times: SQLite makes numbers of digits in those.
    for (const { from, values } of changes) {
      if (values !== 'epoch text to time') continue;
      const column = escaped(this.queryRunner, from.name);
      const milliseconds = `CAST(${column} AS INTEGER)`;
      await this.queryRunner.query(
        `UPDATE ${name} SET ${column} = ` +
          `strftime('%Y-%m-%d %H:%M:%S', ${milliseconds} / 1000, 'unixepoch') ` +
          `|| printf('.%03d', ${milliseconds} % 1000) WHERE ${column} IS NOT NULL`,
      );
    }
    await this.queryRunner.changeColumns(
      table,
      changes.map(({ from, to }) => ({ oldColumn: from, newColumn: to })),
    );
    for (const { to, values } of changes) {
      if (values !== 'time to epoch text') continue;
      const column = escaped(this.queryRunner, to.name);
      await this.queryRunner.query(
        `UPDATE ${name} SET ${column} = CAST(CAST(strftime('%s', ${column}) AS INTEGER) * 1000 ` +
          `+ CAST(substr(${column}, 21, 3) AS INTEGER) AS TEXT) WHERE ${column} IS NOT NULL`,
      );
    }
  }
}
