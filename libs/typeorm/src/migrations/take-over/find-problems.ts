import type { QueryRunner, Table } from 'typeorm';
import type { MigratedTable } from '../auth-tables-1795194000000.js';
import type { NamedTables } from '../named-tables.js';
import { columnChanges } from './column-changes.js';
import type { ColumnChange, Dialect } from './dialect.port.js';
import { dialectOf } from './dialect-of.js';
import { dataSourceOf, escaped, select } from '../catalog/statements.js';

/** Rows that one line of a report names, and lines of one kind. */
const NAMED = 10;

/** What may be told of a key: tokens may not. */
const SHOWN: readonly string[] = ['email', 'provider', 'providerAccountId'];

interface Row {
  readonly id: string | number;
}

/** Finds what keeps tables from becoming those of another layout. It reads, and changes nothing. */
export class ProblemFinder {
  private readonly dialect: Dialect;

  constructor(
    private readonly queryRunner: QueryRunner,
    private readonly names: NamedTables,
  ) {
    this.dialect = dialectOf(queryRunner);
  }

  /** @returns one line for each, with the table and the keys of the rows */
  async find(from: readonly MigratedTable[], to: readonly MigratedTable[]): Promise<string[]> {
    const problems: string[] = [];
    for (const before of from) {
      const after = to.find(({ table }) => table === before.table);
      if (!after) continue;
      const name = this.names.tableName(before.table);
      const actual = await this.queryRunner.getTable(name);
      if (!actual) problems.push(`${name}: there is no such table`);
      else problems.push(...(await this.ofTable(actual, { before, after })));
    }
    return problems;
  }

  private async ofTable(
    actual: Table,
    { before, after }: { before: MigratedTable; after: MigratedTable },
  ): Promise<string[]> {
    const missing = Object.keys(before.columns)
      .map((property) => this.names.name(property))
      .filter((name) => !actual.findColumnByName(name));
    if (missing.length > 0) return [`${actual.name}: there is no column ${missing.join(', ')}`];
    const changes = columnChanges({ actual, from: before, to: after }, this.names);
    const problems: string[] = [];
    // One after the other: they share one connection.
    for (const key of [...after.unique, ...(after.constraints ?? [])]) {
      problems.push(...(await this.duplicates(actual, key)));
    }
    for (const change of changes) problems.push(...(await this.ofColumn(actual, change)));
    if (after.ownedByUser) problems.push(...(await this.orphans(actual)));
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
      await add('is no time in milliseconds', this.dialect.isNoTime(column));
    }
    const length = Number(to.length);
    if (length > 0 && this.dialect.isLonger) {
      await add(`has more than ${length} characters`, this.dialect.isLonger(column, length));
    }
    if (to.type === 'uuid') await add('is no UUID', this.dialect.isNoUuid(column));
    if (from.isPrimary && from.type !== to.type) found.push(...(await this.references(actual)));
    return found;
  }

  /** An id changes its type only while nothing of the application leads to it. */
  private async references(actual: Table): Promise<string[]> {
    const ours = ['accounts', 'sessions', 'authenticators'].map((t) => this.names.tableName(t));
    const others = (await this.dialect.tablesThatReferTo(actual)).filter(
      (table) => !ours.includes(table),
    );
    return others.map(
      (table) =>
        `${table}: a foreign key leads to ${actual.name}, whose id changes its type; drop it, ` +
        'change the type of its column too, and make it again afterwards',
    );
  }

  private async orphans(actual: Table): Promise<string[]> {
    const users = this.quoted(this.names.tableName('users'));
    const [id, userId] = [this.quoted('id'), this.quoted(this.names.name('userId'))];
    const rows = await this.rows(
      actual,
      `NOT EXISTS (SELECT 1 FROM ${users} u WHERE u.${id} = r.${userId})`,
    );
    return this.line(actual, 'leads to no user', rows);
  }

  /** Rows that a unique key will not let stand side by side. */
  private async duplicates(actual: Table, properties: readonly string[]): Promise<string[]> {
    const columns = this.names.names(properties).map((name) => this.quoted(name));
    const exact = columns.map((column) => this.dialect.exact(`r.${column}`));
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
