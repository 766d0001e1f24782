import {
  escaped,
  refuse,
  type NamedTables,
  type TableDefinition,
} from '@authnest/typeorm/migrations';
import type { QueryRunner, Table } from 'typeorm';
import { pairsOf, type Pair } from './pairs.js';
import { TableReshaper } from './reshape-tables.js';
import { createStatement } from './statements.js';

const COPY = 'authnest_rehearsal';

/**
 * Lets MariaDB or MySQL check that all rows fit: a temporary copy of each table is changed first.
 * That commits no transaction, and the copy disappears with the connection. Without it, a change
 * that the server refuses would leave the tables half changed.
 * @throws {Error} if a row or key does not fit; nothing has been changed then
 */
export async function rehearse(
  queryRunner: QueryRunner,
  names: NamedTables,
  {
    from,
    to,
  }: { readonly from: readonly TableDefinition[]; readonly to: readonly TableDefinition[] },
): Promise<void> {
  const problems: string[] = [];
  for (const pair of pairsOf(from, to)) {
    const failure = await tryOn(queryRunner, names, pair);
    if (failure !== undefined) problems.push(`${names.tableName(pair.from.table)}: ${failure}`);
  }
  refuse(
    problems,
    'the server rejected these changes to a copy of the table. Fix the cause of each',
  );
}

async function tryOn(
  queryRunner: QueryRunner,
  names: NamedTables,
  pair: Pair,
): Promise<string | undefined> {
  const actual = await queryRunner.getTable(names.tableName(pair.from.table));
  if (!actual) return 'there is no such table';
  const q = (name: string) => escaped(queryRunner, name);
  const columns = actual.columns.map(({ name }) => q(name)).join(', ');
  try {
    await queryRunner.query(await createCopy(queryRunner, actual));
    await queryRunner.query(
      `INSERT INTO ${q(COPY)} (${columns}) SELECT ${columns} FROM ${q(actual.name)}`,
    );
    const copies = { [pair.from.table]: copyOf(actual) };
    await new TableReshaper(queryRunner, names, copies).reshapeTable(pair);
    return undefined;
  } catch (error) {
    return reasonOf(error);
  } finally {
    await queryRunner.query(`DROP TEMPORARY TABLE IF EXISTS ${q(COPY)}`);
  }
}

/** Avoids LIKE, since temporary tables cannot have full-text indexes or foreign keys. */
async function createCopy(queryRunner: QueryRunner, actual: Table): Promise<string> {
  const lines = (await createStatement(queryRunner, actual)).split('\n');
  const end = lines.findIndex((line) => line.startsWith(')'));
  const parts = lines
    .slice(1, end)
    .map((line) => line.replace(/,$/, ''))
    .filter((line) => !/^ {2}(?:FULLTEXT KEY|CONSTRAINT `(?:[^`]|``)*` FOREIGN KEY) /.test(line));
  const name = escaped(queryRunner, COPY);
  return `CREATE TEMPORARY TABLE ${name} (${parts.join(', ')}${lines[end] ?? ')'}`;
}

function copyOf(actual: Table): Table {
  const copy = actual.clone();
  copy.name = COPY;
  // Temporary tables cannot have foreign keys.
  copy.foreignKeys = [];
  return copy;
}

/** Returns the server's message without the values that it quotes: a value may be a token. */
function reasonOf(error: unknown): string {
  const { code, sqlMessage } = Object(error) as { code?: unknown; sqlMessage?: unknown };
  const message = String(sqlMessage ?? error).replace(
    /'[^']*'(?= for (?:key|column))|value: '.*?'/g,
    '…',
  );
  return `${message} (${String(code)})`;
}
