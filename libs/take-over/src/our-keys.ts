import { sameColumns, type NamedTables } from '@authnest/typeorm/migrations';
import type { TableIndex, TableUnique } from 'typeorm';
import type { Reshaping } from './pairs.js';

/** The keys of a table that belong to one of the two layouts, not to the application. */
export interface OurKeys {
  readonly uniques: readonly TableUnique[];
  readonly indices: readonly TableIndex[];
}

/**
 * Returns the keys that have the name and columns of a key in either layout, and are plain indexes:
 * a partial index over the same column belongs to the application.
 * @param plain - the names of the indexes without conditions or expressions
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
    // MariaDB and MySQL create an index for a foreign key, and keep it when the key is dropped.
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

/** Returns those of {@link ourKeys} that the table loses; keys in both layouts stay. */
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
 * Returns names in the new layout that other keys of the table already have: a partial index with
 * such a name would take the place of a unique key.
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

/** Whether there is a unique key over exactly these columns, whatever its name. */
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
