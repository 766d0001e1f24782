import type { DataSource, EntityManager, EntityMetadata } from 'typeorm';
import type { RowKey } from './row-key.js';
import { SelectStatement } from './select-statement.js';
import type { SyncConnection } from './sync-connection.js';

/** Reads rows of one table by key. Each set of properties has one text, kept from its first use. */
export class RowReader<Row extends object> {
  private readonly selects = new Map<string, SelectStatement>();

  constructor(
    private readonly dataSource: DataSource,
    private readonly metadata: EntityMetadata,
  ) {}

  async find(key: RowKey): Promise<Row | null> {
    const [found] = await this.list(key);
    return found ?? null;
  }

  async list(key: RowKey): Promise<Row[]> {
    const rows = await this.selectBy(Object.keys(key)).run(Object.values(key));
    return rows.map(({ row }) => row as Row);
  }

  /** The row, which nobody else changes until the transaction ends. */
  async lock(manager: EntityManager, key: RowKey): Promise<Row | null> {
    const [found] = await this.selectBy(Object.keys(key)).lock(manager, Object.values(key));
    return found ? (found.row as Row) : null;
  }

  /** The row, on a connection whose statements end before they return. */
  findInTurn(connection: SyncConnection, key: RowKey): Row | null {
    const select = this.selectBy(Object.keys(key));
    const [found] = select.readInTurn(connection, Object.values(key));
    return found ? (found.row as Row) : null;
  }

  private selectBy(where: readonly string[]): SelectStatement {
    const name = where.join();
    const known = this.selects.get(name);
    if (known) return known;
    const made = new SelectStatement(this.dataSource, { from: this.metadata, where });
    this.selects.set(name, made);
    return made;
  }
}
