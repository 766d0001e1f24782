import { DataSource } from 'typeorm';

interface Pool {
  listenerCount?(event: string): number;
}

/**
 * Whether the application prepares each connection that is taken from the pool, such as with the
 * tenant of the request for row-level security or `search_path`. Look-ups of several requests must
 * then not share a connection. It is asked each time, since hooks may be added at any time.
 * @see docs/design/security-bar.md ID6, DT4
 */
export function hasOwnContext(dataSource: DataSource): boolean {
  const { driver, subscribers } = dataSource;
  const pool: unknown = Reflect.get(driver, 'master') ?? Reflect.get(driver, 'pool');
  return (
    dataSource.createQueryRunner !== DataSource.prototype.createQueryRunner ||
    Object.hasOwn(driver, 'obtainMasterConnection') ||
    (isPool(pool) && isHooked(pool)) ||
    subscribers.some((subscriber) => 'beforeQuery' in subscriber)
  );
}

function isPool(pool: unknown): pool is Pool {
  return typeof pool === 'object' && pool !== null;
}

function isHooked(pool: Pool): boolean {
  const isReplaced = Object.hasOwn(pool, 'connect') || Object.hasOwn(pool, 'getConnection');
  return isReplaced || (pool.listenerCount?.('acquire') ?? 0) > 0;
}
