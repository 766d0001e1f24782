/**
 * Rounds a number of values up to a power of two, so that there are few different statements: MariaDB
 * and MySQL keep each one that was sent on a connection, up to a number for the whole server, after
 * which nobody can send another one.
 */
export function roundedUp(count: number): number {
  return 2 ** Math.ceil(Math.log2(count));
}

/** Returns values of which the first is repeated, up to as many as {@link roundedUp} returns. */
export function padded<T>(values: readonly T[], count: number): (T | undefined)[] {
  return Array.from({ length: roundedUp(count) }, (_, at) => values[at] ?? values[0]);
}
