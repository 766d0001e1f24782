import { escaped, select } from '@authnest/typeorm/migrations';
import type { QueryRunner, Table, TableColumn } from 'typeorm';
import type { ColumnChange, Dialect, TableChange } from './dialect.port.js';
import { MysqlObstacles } from './mysql-obstacles.js';
import { createStatement, declaredColumn } from './statements.js';

/** A dollar sign alone also matches before a trailing line break. */
const END = '$(?![[:space:]])';
/** The format of a `datetime(3)` as a string. */
const TIME = `^[0-9]{4}-[0-9]{2}-[0-9]{2} [0-9]{2}:[0-9]{2}:[0-9]{2}[.][0-9]{3}${END}`;
const EPOCH = `^(0|[1-9][0-9]{0,13})${END}`;

/** A column in SHOW CREATE TABLE: name, type, character set, collation, null, and the rest. */
const COLUMN_LINE =
  /^ {2}`((?:[^`]|``)+)` \w+(?:\([^)]*\))?(?: unsigned)?(?: zerofill)?(?: CHARACTER SET \w+)?(?: COLLATE \w+)?(?: NOT NULL| NULL)? ?(.*?),?$/gm;

/**
 * MariaDB and MySQL commit the transaction whenever a table is altered. So values are converted in
 * place while the column can store both forms, and an interrupted run can be continued later.
 */
export class MysqlDialect implements Dialect {
  constructor(private readonly queryRunner: QueryRunner) {}

  isNoTime(column: string): string {
    return `(${column} NOT REGEXP '${EPOCH}' AND ${column} NOT REGEXP '${TIME}')`;
  }

  isNoEpoch(column: string): string {
    return `(${column} IS NOT NULL AND ${milliseconds(column)} IS NULL)`;
  }

  /** Lets the server decide: MariaDB does not accept every version with every variant. */
  isNoUuid(column: string): string {
    const text = `CONVERT(${column} USING utf8mb4) COLLATE utf8mb4_bin`;
    const written = `CONVERT(CAST(${column} AS UUID) USING utf8mb4) COLLATE utf8mb4_bin`;
    return `NOT (${written} <=> ${text})`;
  }

  isLonger(column: string, length: number): string {
    return `CHAR_LENGTH(${column}) > ${length}`;
  }

  async exact(column: string, { collation }: TableColumn, table: Table): Promise<string> {
    const name = collation ?? (await this.collationOf(table));
    return `CONVERT(${column} USING ${name.split('_', 1)[0]}) COLLATE ${name}`;
  }

  obstacles(change: TableChange): Promise<readonly string[]> {
    return new MysqlObstacles(this.queryRunner, change).find();
  }

  async alter(table: Table, changes: readonly ColumnChange[]): Promise<void> {
    const name = escaped(this.queryRunner, table.name);
    const times = changes.filter(({ values }) => values === 'epoch text to time');
    for (const { from } of times) await this.toTimes(table, from);
    const extras = await this.extrasOf(table);
    const actions = changes.map(
      ({ to }) =>
        `MODIFY COLUMN ${declaredColumn(this.queryRunner, to)} ${extras.get(to.name) ?? ''}`,
    );
    await this.queryRunner.query(`ALTER TABLE ${name} ${actions.join(', ')}`);
  }

  async settle(table: Table, epochColumns: readonly string[]): Promise<void> {
    for (const name of epochColumns) await this.toEpochs(table, name);
  }

  /** Uses no function that depends on the time zone of the server or is limited to 32 bits. */
  private async toTimes(table: Table, { name }: TableColumn): Promise<void> {
    const column = escaped(this.queryRunner, name);
    const time = `'1970-01-01 00:00:00' + INTERVAL CAST(${column} AS SIGNED) * 1000 MICROSECOND`;
    await this.queryRunner.query(
      `UPDATE ${escaped(this.queryRunner, table.name)} ` +
        `SET ${column} = LEFT(DATE_FORMAT(${time}, '%Y-%m-%d %H:%i:%s.%f'), 23)` +
        `${await this.untouched(table)} WHERE ${column} REGEXP '${EPOCH}'`,
    );
  }

  private async toEpochs(table: Table, name: string): Promise<void> {
    const column = escaped(this.queryRunner, name);
    await this.queryRunner.query(
      `UPDATE ${escaped(this.queryRunner, table.name)} SET ${column} = ${milliseconds(column)}` +
        `${await this.untouched(table)} WHERE ${column} REGEXP '${TIME}'`,
    );
  }

  /** Returns assignments that keep the values of columns with `ON UPDATE`, such as change dates. */
  private async untouched(table: Table): Promise<string> {
    const extras = [...(await this.extrasOf(table))];
    return extras
      .filter(([, extra]) => / ON UPDATE /i.test(` ${extra} `))
      .map(([name]) => escaped(this.queryRunner, name))
      .map((column) => `, ${column} = ${column}`)
      .join('');
  }

  /**
   * Returns what follows the type of each column in SHOW CREATE TABLE: default, comment, check.
   * MODIFY COLUMN drops attributes that it does not repeat.
   */
  private async extrasOf(table: Table): Promise<ReadonlyMap<string, string>> {
    const lines = (await createStatement(this.queryRunner, table)).matchAll(COLUMN_LINE);
    return new Map(
      Array.from(lines, ([, name = '', extra = '']) => [
        name.replaceAll('``', '`'),
        extra.replace(/^DEFAULT NULL\b/, ''),
      ]),
    );
  }

  private async collationOf(table: Table): Promise<string> {
    const [row] = await select<{ collation: string }>(
      this.queryRunner,
      `SELECT TABLE_COLLATION AS collation FROM information_schema.TABLES
        WHERE TABLE_SCHEMA = DATABASE() AND TABLE_NAME = ?`,
      [table.name],
    );
    return row?.collation ?? 'utf8mb4_bin';
  }
}

function milliseconds(column: string): string {
  return `TIMESTAMPDIFF(MICROSECOND, '1970-01-01 00:00:00', ${column}) DIV 1000`;
}
