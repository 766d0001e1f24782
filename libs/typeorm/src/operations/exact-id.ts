import type { Driver, EntityMetadata } from 'typeorm';

/**
 * Returns how to select an id. `better-sqlite3` reads integers as numbers, and rounds those above
 * 2^53, so that two ids would be one.
 * @see docs/design/security-bar.md DT9
 */
export function exactId(
  sql: string,
  column: EntityMetadata['columns'][number],
  driver: Driver,
): string {
  const isRounded =
    driver.options.type === 'better-sqlite3' &&
    !column.transformer &&
    /int|numeric|decimal/.test(driver.normalizeType(column));
  return isRounded ? `CAST(${sql} AS TEXT)` : sql;
}
