import type { DataSource } from 'typeorm';
import type { EntityClass } from '../entities/auth-role.js';
import type { AuthSessionRecord } from '../entities/base.entities.js';
import { AuthTable } from '../store/auth-table.js';
import { JoinedLookUps } from '../store/joined-look-ups.js';
import type { Operation } from '../operations/operation.js';
import { Operations } from '../operations/operations.js';
import { SelectStatement } from '../store/select-statement.js';
import { unlessTaken } from '../store/unless-taken.js';

/** A row in the registry. */
export type RecordRow = Omit<AuthSessionRecord, 'id'>;

type Patch = Partial<RecordRow>;
type Mark = Pick<RecordRow, 'userId' | 'expires'> & Patch;

/** How long one operation may take; the caller's `timeout` may be shorter or longer. */
const LIMIT_MS = 10_000;
/** How many times to try to set a mark, since a clean-up may delete the row in between. */
const ATTEMPTS = 3;
/** The maximum number of rows that one statement deletes. */
const PIECE = 1000;
const NEVER = new Date(0);

/** Operations on the rows of the registry of stateless sessions. */
export class SessionRecords {
  private readonly table: AuthTable<RecordRow>;
  private readonly byId: JoinedLookUps;
  private readonly operations: Operations;

  constructor(dataSource: DataSource, entity: unknown) {
    this.table = new AuthTable(dataSource, entity as EntityClass);
    this.operations = new Operations(dataSource);
    const { metadata: from } = this.table;
    this.byId = new JoinedLookUps(new SelectStatement(dataSource, { from, where: ['sessionId'] }));
  }

  /** Returns the rows with these session ids or marks, in the same order. */
  async find(names: readonly string[]): Promise<(RecordRow | undefined)[]> {
    const found = await Promise.all(names.map((name) => this.byId.find(this.begin(), name)));
    return found.map((selected) => selected?.row as RecordRow | undefined);
  }

  list(userId: string): Promise<RecordRow[]> {
    return this.table.list(this.begin(), { userId });
  }

  /** Updates a row, or inserts it. @param initial - members for a new row only */
  async put(sessionId: string, patch: Patch, initial: Patch = {}): Promise<void> {
    const change = (): Promise<boolean> =>
      this.table.update(this.begin(), { sessionId }, { patch });
    if (await change()) return;
    const row = { ...initial, ...patch, sessionId };
    if (await unlessTaken(() => this.table.insert(this.begin(), row))) return;
    await change();
  }

  /** Sets a mark. The times never become earlier, even with concurrent writers. */
  async mark(sessionId: string, { userId, ...raised }: Mark): Promise<void> {
    const fresh = { endedBefore: NEVER, staleBefore: NEVER, ...raised, userId, sessionId };
    for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
      const isNew = (await this.table.find(this.begin(), { sessionId })) === null;
      if (isNew && (await unlessTaken(() => this.table.insert(this.begin(), fresh)))) return;
      for (const [property, value] of Object.entries(raised)) {
        const patch = { [property]: value as Date };
        await this.table.update(this.begin(), { sessionId }, { patch, below: patch });
      }
      if ((await this.table.find(this.begin(), { sessionId })) !== null) return;
    }
    throw new Error('TypeOrmSessionRegistry: a mark could not be stored');
  }

  /** @returns how many rows were deleted */
  async removeOlder(than: Date, limit: number): Promise<number> {
    let removed = 0;
    for (let isLast = false; !isLast && removed < limit;) {
      const piece = Math.min(PIECE, limit - removed);
      const done = await this.table.remover.removeOlder(this.begin(), 'expires', {
        than,
        limit: piece,
      });
      removed += done.removed;
      // If none is deleted, another caller deletes them, or the database keeps them.
      isLast = done.found < piece || done.removed === 0;
    }
    return removed;
  }

  private begin(): Operation {
    return this.operations.begin(LIMIT_MS);
  }
}
