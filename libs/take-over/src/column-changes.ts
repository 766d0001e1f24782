import { hasForm, type NamedTables } from '@authnest/typeorm/migrations';
import type { Driver, TableColumn } from 'typeorm';
import type { ColumnChange } from './dialect.port.js';
import type { Reshaping } from './pairs.js';

/** Returns the changed columns, including the id if another database driver created the table. */
export function columnChanges(
  { actual, from, to }: Reshaping,
  names: NamedTables,
): readonly ColumnChange[] {
  const wanted = names.table(to);
  return ['id', ...Object.keys(from.columns)].flatMap((property): ColumnChange[] => {
    const column = actual.findColumnByName(names.name(property));
    const target = wanted.findColumnByName(names.name(property));
    if (!column || !target || isDone(column, target, names.driver)) return [];
    return [{ from: column, to: changed(column, target), values: valuesOf(column, target) }];
  });
}

/** Returns the column with the target's type; an auto-incremented key stays auto-incremented. */
function changed(column: TableColumn, target: TableColumn): TableColumn {
  const next = column.clone();
  const { type, length, precision, charset, collation, unsigned, isNullable } = target;
  return Object.assign(next, { type, length, precision, charset, collation, unsigned, isNullable });
}

function isDone(column: TableColumn, target: TableColumn, driver: Driver): boolean {
  return (
    hasForm(column, target, driver) &&
    (!/char/.test(column.type) || (column.length || '') === (target.length || '')) &&
    (!target.collation || column.collation === target.collation)
  );
}

function valuesOf(column: TableColumn, target: TableColumn): ColumnChange['values'] {
  if (isTime(column) === isTime(target)) return 'kept';
  return isTime(target) ? 'epoch text to time' : 'time to epoch text';
}

function isTime({ type }: TableColumn): boolean {
  return /^(?:datetime|timestamp)/.test(type);
}

/** Returns the names of the columns that a table loses. */
export function leavingColumns({ actual, from, to }: Reshaping, names: NamedTables): string[] {
  return Object.keys(from.columns)
    .filter((property) => !(property in to.columns))
    .map((property) => names.name(property))
    .filter((name) => actual.findColumnByName(name));
}

/** Returns the names of the columns that store times as strings of milliseconds. */
export function epochColumns({ to }: Pick<Reshaping, 'to'>, names: NamedTables): string[] {
  return Object.entries(to.columns)
    .filter(([, { kind }]) => kind === 'epochText')
    .map(([property]) => names.name(property));
}
