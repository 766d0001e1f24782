import type { Table } from 'typeorm';
import type { MigratedTable } from '../auth-tables-1795194000000.js';

/** A table in the old and in the new layout. */
export interface Pair {
  readonly from: MigratedTable;
  readonly to: MigratedTable;
}

/** An existing table, with its old and new layout. */
export interface Reshaping extends Pair {
  readonly actual: Table;
}

/** Returns the tables that both layouts have. */
export function pairsOf(from: readonly MigratedTable[], to: readonly MigratedTable[]): Pair[] {
  return from.flatMap((before) => {
    const after = to.find(({ table }) => table === before.table);
    return after ? [{ from: before, to: after }] : [];
  });
}

/** Returns the tables that only the first layout has. */
export function onlyIn(
  layout: readonly MigratedTable[],
  other: readonly MigratedTable[],
): readonly MigratedTable[] {
  return layout.filter(({ table }) => other.every((one) => one.table !== table));
}
