import type { QueryRunner, Table, TableColumn } from 'typeorm';
import type { ColumnChange, Dialect } from './dialect.port.js';
import { escaped, fullTypeOf, select } from '../catalog/statements.js';

/** As a `datetime(3)` writes itself, or becomes one. */
const TIME = '^[0-9]{4}-[0-9]{2}-[0-9]{2} [0-9]{2}:[0-9]{2}:[0-9]{2}[.][0-9]{3}$';
const EPOCH = '^[0-9]{1,14}$';

/**
 * MariaDB and MySQL end the transaction with every change of a table. So values change in place,
 * where they still fit either form, and a run that broke off goes on when it is run again.
 */
export class MysqlDialect implements Dialect {
  constructor(private readonly queryRunner: QueryRunner) {}

  isNoTime(column: string): string {
    return `(${column} NOT REGEXP '${EPOCH}' AND ${column} NOT REGEXP '${TIME}')`;
  }

  isNoUuid(column: string): string {
    return `${column} NOT REGEXP '^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$'`;
  }

  isLonger(column: string, length: number): string {
    return `CHAR_LENGTH(${column}) > ${length}`;
  }

  exact(column: string): string {
    return `CONVERT(${column} USING utf8mb4) COLLATE utf8mb4_bin`;
  }

  async tablesThatReferTo(table: Table): Promise<readonly string[]> {
    const rows = await select<{ name: string }>(
      this.queryRunner,
      `SELECT DISTINCT TABLE_NAME AS name FROM information_schema.KEY_COLUMN_USAGE
        WHERE REFERENCED_TABLE_SCHEMA = DATABASE() AND REFERENCED_TABLE_NAME = ?`,
      [table.name.split('.').at(-1)],
    );
    return rows.map(({ name }) => name);
  }

  async alter(table: Table, changes: readonly ColumnChange[]): Promise<void> {
    const name = escaped(this.queryRunner, table.name);
    for (const { from, values } of changes) {
      if (values === 'epoch text to time') await this.toTimes(name, from);
    }
    const actions = changes.map(({ to }) => `MODIFY COLUMN ${this.declared(to)}`);
    await this.queryRunner.query(`ALTER TABLE ${name} ${actions.join(', ')}`);
    for (const { to, values } of changes) {
      if (values === 'time to epoch text') await this.toEpochs(name, to);
    }
  }

  /** No function of the server's time zone, nor of 32 bits. */
  private async toTimes(table: string, { name }: TableColumn): Promise<void> {
    const column = escaped(this.queryRunner, name);
    const time = `'1970-01-01 00:00:00' + INTERVAL CAST(${column} AS SIGNED) * 1000 MICROSECOND`;
    await this.queryRunner.query(
      `UPDATE ${table} SET ${column} = LEFT(DATE_FORMAT(${time}, '%Y-%m-%d %H:%i:%s.%f'), 23) ` +
        `WHERE ${column} REGEXP '${EPOCH}'`,
    );
  }

  private async toEpochs(table: string, { name }: TableColumn): Promise<void> {
    const column = escaped(this.queryRunner, name);
    await this.queryRunner.query(
      `UPDATE ${table} SET ${column} = ` +
        `TIMESTAMPDIFF(MICROSECOND, '1970-01-01 00:00:00', ${column}) DIV 1000 ` +
        `WHERE ${column} REGEXP '${TIME}'`,
    );
  }

  private declared(column: TableColumn): string {
    const { name, charset, collation, isNullable } = column;
    return [
      escaped(this.queryRunner, name),
      fullTypeOf(this.queryRunner, column),
      column.unsigned ? 'UNSIGNED' : '',
      charset ? `CHARACTER SET ${charset}` : '',
      collation ? `COLLATE ${collation}` : '',
      isNullable ? 'NULL' : 'NOT NULL',
    ].join(' ');
  }
}
