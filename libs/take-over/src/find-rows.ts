import { dataSourceOf, escaped, select, type NamedTables } from '@authnest/typeorm/migrations';
import type { QueryRunner, Table } from 'typeorm';
import { columnChanges } from './column-changes.js';
import type { ColumnChange, Dialect } from './dialect.port.js';
import { dialectOf } from './dialect-of.js';
import type { Reshaping } from './pairs.js';

/** The maximum number of rows that one line names, and of lines about one unique key. */
const NAMED = 10;

/** The members of keys whose values may be reported; those of tokens must not be. */
const SHOWN: readonly string[] = ['email', 'provider', 'providerAccountId'];

interface Row {
  readonly id: string | number;
}

/** Finds the rows that tables of another layout could not store. It only reads. */
export class RowFinder {
  private readonly dialect: Dialect;

  constructor(
    private readonly queryRunner: QueryRunner,
    private readonly names: NamedTables,
  ) {
    this.dialect = dialectOf(queryRunner);
  }

  /** @returns one line for each kind of problem, with the table and the ids of rows */
  async find(reshaping: Reshaping): Promise<string[]> {
    const { actual, to } = reshaping;
    const problems: string[] = [];
    // In sequence, since the queries share one connection.
    for (const key of [...to.unique, ...(to.constraints ?? [])]) {
      problems.push(...(await this.duplicates(reshaping, key)));
    }
    for (const change of columnChanges(reshaping, this.names)) {
      problems.push(...(await this.ofColumn(actual, change)));
    }
    if (to.owner) problems.push(...(await this.orphans(actual)));
    return problems;
  }

  private async ofColumn(actual: Table, change: ColumnChange): Promise<string[]> {
    const { from, to, values } = change;
    const column = this.quoted(from.name);
    const found: string[] = [];
    const add = async (fault: string, condition: string): Promise<void> => {
      found.push(...this.line(actual, `${from.name} ${fault}`, await this.rows(actual, condition)));
    };
    if (from.isNullable && !to.isNullable) await add('is empty', `${column} IS NULL`);
    if (values === 'epoch text to time') {
      await add('is not a time in milliseconds', this.dialect.isNoTime(column));
    }
    if (values === 'time to epoch text') {
      await add('cannot be expressed in milliseconds', this.dialect.isNoEpoch(column));
    }
    const length = Number(to.length);
    if (length > 0 && this.dialect.isLonger) {
      await add(`has more than ${length} characters`, this.dialect.isLonger(column, length));
    }
    if (to.type === 'uuid') await add('is not a UUID', this.dialect.isNoUuid(column));
    return found;
  }

  private async orphans(actual: Table): Promise<string[]> {
    const users = this.quoted(this.names.path('users'));
    const [id, userId] = [this.quoted('id'), this.quoted(this.names.name('userId'))];
    const rows = await this.rows(
      actual,
      `NOT EXISTS (SELECT 1 FROM ${users} u WHERE u.${id} = r.${userId})`,
    );
    return this.line(actual, 'refers to a user that does not exist', rows);
  }

  /** Finds rows that would violate a unique key of the new layout. */
  private async duplicates(
    { actual, to }: Reshaping,
    properties: readonly string[],
  ): Promise<string[]> {
    const wanted = this.names.table(to).columns;
    const names = this.names.names(properties);
    const columns = names.map((name) => this.quoted(name));
    const exact = await Promise.all(
      wanted
        .filter(({ name }) => names.includes(name))
        .toSorted((a, b) => names.indexOf(a.name) - names.indexOf(b.name))
        .map((column) => this.dialect.exact(this.compared(column.name), column, actual)),
    );
    const table = this.quoted(actual.name);
    const groups = await select<Record<string, string>>(
      this.queryRunner,
      `SELECT ${exact.map((key, at) => `MIN(${key}) AS k${at}`).join(', ')} FROM ${table} r ` +
        `WHERE ${columns.map((column) => `r.${column} IS NOT NULL`).join(' AND ')} ` +
        `GROUP BY ${exact.join(', ')} HAVING COUNT(*) > 1 LIMIT ${NAMED}`,
    );
    const lines: string[] = [];
    for (const group of groups) {
      const values = properties.map((_, at) => group[`k${at}`] ?? '');
      const shown = properties.map((name, at) =>
        SHOWN.includes(name) ? `${name} ${JSON.stringify(values[at])}` : `the same ${name}`,
      );
      const conditions = exact.map((key, at) => `${key} = ${this.parameter(at)}`).join(' AND ');
      const rows = await this.rows(actual, conditions, values);
      lines.push(...this.line(actual, shown.join(' and '), rows));
    }
    return lines;
  }

  /** Two users must not have one address, in whatever letter case another system stored it. */
  private compared(column: string): string {
    const value = `r.${this.quoted(column)}`;
    return column === this.names.name('email') ? `LOWER(${value})` : value;
  }

  private async rows(actual: Table, condition: string, values: string[] = []): Promise<Row[]> {
    return select<Row>(
      this.queryRunner,
      `SELECT r.${this.quoted('id')} AS id FROM ${this.quoted(actual.name)} r ` +
        `WHERE ${condition} LIMIT ${NAMED + 1}`,
      values,
    );
  }

  private line(actual: Table, fault: string, rows: readonly Row[]): string[] {
    if (rows.length === 0) return [];
    const ids = rows.slice(0, NAMED).map(({ id }) => id);
    const more = rows.length > NAMED ? ' and more' : '';
    return [`${actual.name}: ${fault} (id ${ids.join(', ')}${more})`];
  }

  private parameter(at: number): string {
    return dataSourceOf(this.queryRunner).driver.createParameter('key', at);
  }

  private quoted(name: string): string {
    return escaped(this.queryRunner, name);
  }
}
