import type { Table } from 'typeorm';
import type { MigratedTable } from '../auth-tables-1795194000000.js';

/** What a table was and becomes. */
export interface Pair {
  readonly from: MigratedTable;
  readonly to: MigratedTable;
}

/** A table as it is, and what it was and becomes. */
export interface Reshaping extends Pair {
  readonly actual: Table;
}

/** The tables that both layouts have. */
export function pairsOf(from: readonly MigratedTable[], to: readonly MigratedTable[]): Pair[] {
  return from.flatMap((before) => {
    const after = to.find(({ table }) => table === before.table);
    return after ? [{ from: before, to: after }] : [];
  });
}

/** The tables that the first layout has and the second has not. */
export function onlyIn(
  layout: readonly MigratedTable[],
  other: readonly MigratedTable[],
): readonly MigratedTable[] {
  return layout.filter(({ table }) => other.every((one) => one.table !== table));
}
