import type { Driver, EntityMetadata } from 'typeorm';

/**
 * Returns how to select an id. `better-sqlite3` reads integers as numbers, as `pg` does if it was
 * taught to (`parseInt8`), and rounds those above 2^53, so that two ids would be one.
 * @see docs/design/security-bar.md DT9
 */
export function exactId(
  sql: string,
  column: EntityMetadata['columns'][number],
  driver: Driver,
): string {
  const isRounded =
    /^(?:better-sqlite3|postgres)$/.test(driver.options.type) &&
    !column.transformer &&
    /int|numeric|decimal/.test(driver.normalizeType(column));
  return isRounded ? `CAST(${sql} AS TEXT)` : sql;
}
