import type { EntityManager } from 'typeorm';

/** Determines where the row locks of conditions apply. */
export class RowLocks {
  private isOneNode: boolean | undefined;

  /**
   * Whether a row lock applies to only one of several nodes that accept writes, as in a Galera
   * cluster: a transaction on another node does not wait for the lock.
   */
  async holdAtOneNode(manager: EntityManager): Promise<boolean> {
    return (this.isOneNode ??= await isGalera(manager));
  }
}

async function isGalera(manager: EntityManager): Promise<boolean> {
  const { type } = manager.connection.options;
  if (type !== 'mariadb' && type !== 'mysql') return false;
  const [found] = await manager.query<{ Value: string }[]>(`SHOW VARIABLES LIKE 'wsrep_on'`);
  return found?.Value === 'ON';
}
