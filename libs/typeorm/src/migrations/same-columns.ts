/** Whether two keys have the same columns; PostgreSQL does not report their order. */
export function sameColumns(one: readonly string[], other: readonly string[]): boolean {
  return one.toSorted().join() === other.toSorted().join();
}
