import type { TableIndex, TableUnique } from 'typeorm';
import type { NamedTables } from '../named-tables.js';
import { sameColumns } from '../same-columns.js';
import type { Reshaping } from './pairs.js';

/** The keys of a table that are of one of the two layouts, and not the application's. */
export interface OurKeys {
  readonly uniques: readonly TableUnique[];
  readonly indices: readonly TableIndex[];
}

/**
 * A key is ours or that of Auth.js when it has the name and the columns of one, and is nothing but
 * its columns: a partial index over the same column is the application's.
 * @param plain - the names of the indexes that are nothing but their columns
 */
export function ourKeys(
  { actual, from, to }: Reshaping,
  names: NamedTables,
  plain: ReadonlySet<string>,
): OurKeys {
  const layouts = [names.table(from), names.table(to)];
  const known = layouts.flatMap(({ uniques, indices, foreignKeys }) => [
    ...uniques,
    ...indices,
    // MariaDB and MySQL make an index for a foreign key, and leave it when that goes.
    ...foreignKeys.map(({ name, columnNames }) => ({ name, columnNames, isUnique: false })),
  ]);
  const isKnown = (name: string | undefined, columns: readonly string[], isUnique?: boolean) =>
    known.some(
      (key) =>
        key.name === name &&
        sameColumns(key.columnNames, columns) &&
        (!('isUnique' in key) || isUnique === undefined || key.isUnique === isUnique),
    );
  return {
    uniques: actual.uniques.filter(({ name, columnNames }) => isKnown(name, columnNames)),
    indices: actual.indices.filter(
      ({ name = '', columnNames, isUnique }) =>
        plain.has(name) && isKnown(name, columnNames, isUnique),
    ),
  };
}

/** Those of {@link ourKeys} that the table loses: what both layouts have stays in its place. */
export function leavingKeys(
  reshaping: Reshaping,
  names: NamedTables,
  plain: ReadonlySet<string>,
): OurKeys {
  const { uniques, indices } = ourKeys(reshaping, names, plain);
  const wanted = names.table(reshaping.to);
  return {
    uniques: uniques.filter(({ name }) => wanted.uniques.every((key) => key.name !== name)),
    indices: indices.filter(({ name, isUnique }) =>
      wanted.indices.every((key) => key.name !== name || key.isUnique !== isUnique),
    ),
  };
}

/**
 * The names that keys of the new layout would have, and that others of the table have: a partial index
 * under such a name would stand where a unique key has to be.
 */
export function takenNames(
  reshaping: Reshaping,
  names: NamedTables,
  plain: ReadonlySet<string>,
): string[] {
  const { actual, to } = reshaping;
  const ours = ourKeys(reshaping, names, plain);
  const known = new Set([...ours.uniques, ...ours.indices].map(({ name }) => name));
  const taken = new Set([...actual.uniques, ...actual.indices].map(({ name }) => name));
  const { uniques, indices } = names.table(to);
  return [...uniques, ...indices].flatMap(({ name }) =>
    name !== undefined && taken.has(name) && !known.has(name) ? [name] : [],
  );
}

/** Whether a unique key over just these columns is there, whatever it is called. */
export function hasUniqueKey(
  { actual }: Reshaping,
  columnNames: readonly string[],
  plain: ReadonlySet<string>,
): boolean {
  const keys = [
    ...actual.uniques,
    ...actual.indices.filter(({ name = '', isUnique }) => isUnique && plain.has(name)),
  ];
  return keys.some((key) => sameColumns(key.columnNames, columnNames));
}
