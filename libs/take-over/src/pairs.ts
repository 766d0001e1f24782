import type { TableDefinition } from '@authnest/typeorm/migrations';
import type { Table } from 'typeorm';

/** A table in the old and in the new layout. */
export interface Pair {
  readonly from: TableDefinition;
  readonly to: TableDefinition;
}

/** An existing table, with its old and new layout. */
export interface Reshaping extends Pair {
  readonly actual: Table;
}

/** Returns the tables that both layouts have. */
export function pairsOf(from: readonly TableDefinition[], to: readonly TableDefinition[]): Pair[] {
  return from.flatMap((before) => {
    const after = to.find(({ table }) => table === before.table);
    return after ? [{ from: before, to: after }] : [];
  });
}

/** Returns the tables that only the first layout has. */
export function onlyIn(
  layout: readonly TableDefinition[],
  other: readonly TableDefinition[],
): readonly TableDefinition[] {
  return layout.filter(({ table }) => other.every((one) => one.table !== table));
}
