import type { Table } from 'typeorm';
import type { TableDefinition } from '../entities/table-definitions.js';
import type { Catalog, NewNames } from './catalog/catalog.port.js';
import type { NamedTables } from './named-tables.js';
import { sameColumns } from './same-columns.js';

/** Returns the names that a new table uses. */
export function namesOfNew(names: NamedTables, migrated: TableDefinition): NewNames {
  const wanted = names.table(migrated);
  const keys = namesOfKeys(names.path(migrated.table), wanted);
  const constraints = [...keys.constraints, names.primaryKeyName(migrated.table)];
  return { ...keys, tables: [wanted.name], constraints };
}

/** The keys of a table, with their names. */
interface NamedKeys {
  readonly indices: readonly { readonly name?: string }[];
  readonly uniques?: readonly { readonly name?: string }[];
  readonly foreignKeys?: readonly { readonly name?: string }[];
}

/** Returns the names of a table's new keys. @param actual - existing keys, which do not count */
export function namesOfKeys(table: string, wanted: NamedKeys, actual?: NamedKeys): NewNames {
  const keys = [...(actual?.indices ?? []), ...(actual?.uniques ?? [])];
  return {
    table,
    tables: [],
    indexes: newNames(wanted.indices, keys),
    constraints: newNames(wanted.uniques, keys),
    // When a foreign key is dropped, MariaDB and MySQL keep an index with the same name.
    foreignKeys: newNames(wanted.foreignKeys, actual?.foreignKeys),
  };
}

function newNames(wanted: NamedKeys['uniques'] = [], actual: NamedKeys['uniques'] = []): string[] {
  const known = new Set(actual.map(({ name }) => name));
  return wanted.flatMap(({ name }) => (name === undefined || known.has(name) ? [] : [name]));
}

/**
 * Finds the names that cannot be used, because another object or a second new table has them.
 * @returns one line for each name, with the table that needs it
 */
export async function nameProblems(
  catalog: Catalog,
  news: readonly NewNames[],
): Promise<readonly string[]> {
  const problems: string[] = [];
  // In sequence, since the queries share one connection.
  for (const names of news) problems.push(...(await heldNames(catalog, names)));
  return [...problems, ...namesGivenTwice(catalog, news)];
}

/** Returns one line for each name that another object has. */
export async function heldNames(catalog: Catalog, names: NewNames): Promise<readonly string[]> {
  const holders = await catalog.holdersOf(names);
  return holders.map(
    ({ what }) => `${names.table}: ${what} has a name that is needed here; rename it`,
  );
}

/** Returns one line for each shared name that the naming strategy uses in two tables. */
export function namesGivenTwice(catalog: Catalog, news: readonly NewNames[]): readonly string[] {
  const given = new Map<string, string>();
  return news.flatMap((names) =>
    catalog.sharedNames(names).flatMap((name) => {
      const other = given.get(name);
      given.set(name, names.table);
      if (other === undefined) return [];
      return `${names.table}: the naming strategy also uses ${name} in ${other}; make it name each table differently`;
    }),
  );
}

/**
 * Finds keys that have the name of one of our indexes, but other columns or only part of the rows.
 * @param plain - the names of the indexes without conditions or expressions
 */
export function takenKeys(
  { name: table, indices, uniques }: Table,
  wanted: readonly { readonly name?: string; readonly columnNames: readonly string[] }[],
  plain: ReadonlySet<string>,
): string[] {
  return [...indices, ...uniques].flatMap(({ name = '', columnNames }) => {
    const index = wanted.find((other) => other.name === name);
    const isOurs = index && plain.has(name) && sameColumns(index.columnNames, columnNames);
    return index && !isOurs ? [takenKey(table, name)] : [];
  });
}

/** Returns the line about a key that has the name of one of our keys. */
export function takenKey(table: string, name: string): string {
  return `${table}: the key ${name} has the name of an Authnest key but is a different key; drop it`;
}
