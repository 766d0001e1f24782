import { escaped, mentions, select } from '@authnest/typeorm/migrations';
import type { QueryRunner, Table } from 'typeorm';
import type { ColumnChange, Dialect, TableChange } from './dialect.port.js';

/** SQLite stores any value in any column. To change a column, the table is recreated. */
export class SqliteDialect implements Dialect {
  constructor(private readonly queryRunner: QueryRunner) {}

  isNoTime(column: string): string {
    return (
      `(typeof(${column}) NOT IN ('text', 'null') OR ${column} GLOB '*[^0-9]*' ` +
      `OR ${column} GLOB '0?*' OR LENGTH(${column}) NOT BETWEEN 1 AND 14)`
    );
  }

  isNoEpoch(column: string): string {
    return `(${column} IS NOT NULL AND strftime('%s', ${column}) IS NULL)`;
  }

  isNoUuid(): string {
    return '0';
  }

  exact(column: string): Promise<string> {
    return Promise.resolve(column);
  }

  /** Finds what prevents dropping columns; `OwnObjects` keeps all other objects. */
  async obstacles({ actual, leaving, keys }: TableChange): Promise<readonly string[]> {
    const objects = await select<{ type: string; name: string; sql: string }>(
      this.queryRunner,
      `SELECT type AS type, name AS name, sql AS sql FROM sqlite_master
        WHERE type IN ('view', 'trigger', 'index') AND sql IS NOT NULL ORDER BY name`,
    );
    return leaving.flatMap((column) =>
      objects
        .filter(({ name }) => !keys.includes(name))
        .filter(({ sql }) => mentions(sql, actual.name) && mentions(sql, column))
        .map(
          ({ type, name }) =>
            `${actual.name}: the ${type} ${name} uses the column ${column}, which is removed; drop it`,
        ),
    );
  }

  /** Returns the name that TypeORM uses. */
  copyName(table: string): string {
    return `temporary_${table}`;
  }

  async alter(table: Table, changes: readonly ColumnChange[]): Promise<void> {
    const name = escaped(this.queryRunner, table.name);
    // Before the column gets a time type: in such columns, SQLite converts digits to numbers.
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
