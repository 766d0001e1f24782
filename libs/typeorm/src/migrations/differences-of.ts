import type { Driver, Table, TableColumn } from 'typeorm';
import { sameColumns } from './same-columns.js';

/**
 * Compares a table with the one that a migration would create. Columns and keys that the
 * application added do not count, as long as our rows can still be inserted.
 * @returns one line for each difference, which names the table
 */
export function differencesOf(actual: Table, wanted: Table, driver: Driver): readonly string[] {
  const { name } = wanted;
  const columns = wanted.columns.flatMap((column) => {
    const found = actual.findColumnByName(column.name);
    if (!found) return [`${name}: the column ${column.name} is missing`];
    return hasForm(found, column, driver)
      ? []
      : [`${name}: the column ${column.name} has another type`];
  });
  const others = actual.columns
    .filter((column) => !wanted.findColumnByName(column.name) && mustBeGiven(column))
    .map((column) => `${name}: the column ${column.name} is not ours and has no default`);
  const keys = wanted.indices
    .filter(({ isUnique, columnNames }) => isUnique && !hasKey(actual, columnNames))
    .map(({ columnNames }) => `${name}: the unique key on ${columnNames.join(', ')} is missing`);
  const owners = wanted.foreignKeys
    .filter(({ columnNames, onDelete }) => !hasOwner(actual, columnNames, onDelete))
    .map(({ columnNames }) => `${name}: the foreign key of ${columnNames.join(', ')} is missing`);
  return [...columns, ...others, ...keys, ...owners];
}

/** Whether a column has the same type, length and nullability as another one. */
export function hasForm(column: TableColumn, target: TableColumn, driver: Driver): boolean {
  return (
    typeOf(column, driver) === typeOf(target, driver) &&
    (!target.length || column.length === target.length) &&
    column.isNullable === target.isNullable
  );
}

function typeOf({ type }: TableColumn, driver: Driver): string {
  return driver.normalizeType({ type: type as Parameters<Driver['normalizeType']>[0]['type'] });
}

function mustBeGiven({ isNullable, isGenerated, generatedType, ...column }: TableColumn): boolean {
  return !isNullable && !isGenerated && !generatedType && column.default === undefined;
}

function hasKey({ indices, uniques }: Table, columnNames: readonly string[]): boolean {
  return [...indices.filter(({ isUnique }) => isUnique), ...uniques].some((key) =>
    sameColumns(key.columnNames, columnNames),
  );
}

function hasOwner(
  { foreignKeys }: Table,
  columnNames: readonly string[],
  onDelete: string | undefined,
): boolean {
  return foreignKeys.some(
    (key) => sameColumns(key.columnNames, columnNames) && key.onDelete === onDelete,
  );
}
