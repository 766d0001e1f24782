import type { Table, TableColumn } from 'typeorm';
import type { MigratedTable } from '../auth-tables-1795194000000.js';
import type { NamedTables } from '../named-tables.js';
import type { ColumnChange } from './dialect.port.js';

/** A table as it is, and what it was and becomes. */
export interface Reshaping {
  readonly actual: Table;
  readonly from: MigratedTable;
  readonly to: MigratedTable;
}

/** Types of which one is the other: what a statement calls them, and what a database answers. */
const SAME_TYPE: Readonly<Record<string, string>> = {
  'character varying': 'varchar',
  'timestamp with time zone': 'timestamptz',
  int: 'integer',
};

/** The columns that change, with the id where another database driver made the table. */
export function columnChanges(
  { actual, from, to }: Reshaping,
  names: NamedTables,
): readonly ColumnChange[] {
  const wanted = names.table(to);
  return ['id', ...Object.keys(from.columns)].flatMap((property): ColumnChange[] => {
    const column = actual.findColumnByName(names.name(property));
    const target = wanted.findColumnByName(names.name(property));
    if (!column || !target || isDone(column, target)) return [];
    return [{ from: column, to: changed(column, target), values: valuesOf(column, target) }];
  });
}

/** What it holds becomes what the target says; that the key counts itself up stays as it is. */
function changed(column: TableColumn, target: TableColumn): TableColumn {
  const next = column.clone();
  const { type, length, precision, charset, collation, unsigned, isNullable } = target;
  return Object.assign(next, { type, length, precision, charset, collation, unsigned, isNullable });
}

function isDone(column: TableColumn, target: TableColumn): boolean {
  return (
    typeName(column) === typeName(target) &&
    (column.length || '') === (target.length || '') &&
    (!target.collation || column.collation === target.collation) &&
    column.isNullable === target.isNullable
  );
}

function valuesOf(column: TableColumn, target: TableColumn): ColumnChange['values'] {
  if (isTime(column) === isTime(target)) return 'kept';
  return isTime(target) ? 'epoch text to time' : 'time to epoch text';
}

function isTime({ type }: TableColumn): boolean {
  return /^(?:datetime|timestamp)/.test(type);
}

function typeName({ type }: TableColumn): string {
  return SAME_TYPE[type] ?? type;
}
