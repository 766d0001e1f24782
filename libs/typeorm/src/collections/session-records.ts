import type { EndOfUserSessions, SessionPage } from '@authnest/core';
import type { DataSource } from 'typeorm';
import type { EntityClass } from '../entities/auth-role.js';
import type { AuthSessionRecord } from '../entities/base.entities.js';
import { assertTables } from '../store/assert-tables.js';
import { ATTEMPTS, AuthTable } from '../store/auth-table.js';
import { removeInPieces } from './delete-expired.js';
import { JoinedLookUps } from '../store/joined-look-ups.js';
import type { Operation } from '../operations/operation.js';
import { Operations } from '../operations/operations.js';
import { StoreError } from '../operations/store-error.js';
import { SelectStatement } from '../store/select-statement.js';
import { unlessTaken } from '../store/unless-taken.js';

/** A row in the registry. */
export type RecordRow = Omit<AuthSessionRecord, 'id'>;

type Patch = Partial<RecordRow>;
type Mark = { readonly userId: string } & Readonly<Record<'expires', Date>> &
  (Record<'endedBefore', Date> | Record<'staleBefore', Date>);

/** How long one operation may take; the caller's `timeout` may be shorter or longer. */
const LIMIT_MS = 10_000;
/** The most callers at a time that end the sessions of one user: one of them succeeds each time. */
const MOST_CALLERS = 50;
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

  /** @see {@link assertTables} */
  assertReady(): Promise<void> {
    return assertTables([this.table.metadata], this.operations);
  }

  /** Returns the rows with these session ids or marks, in the same order. */
  async find(names: readonly string[]): Promise<(RecordRow | undefined)[]> {
    const found = await Promise.all(names.map((name) => this.byId.find(this.begin(), name)));
    return found.map((selected) => selected?.row as RecordRow | undefined);
  }

  list(userId: string, page?: SessionPage): Promise<RecordRow[]> {
    return this.table.list(this.begin(), { userId }, page);
  }

  /** Updates a row, or inserts it. @param initial - members for a new row only */
  async put(sessionId: string, patch: Patch, initial: Patch = {}): Promise<void> {
    const row = { ...initial, ...patch, sessionId };
    for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
      if (await this.table.update(this.begin(), { sessionId }, { patch })) return;
      if (await unlessTaken(() => this.table.insert(this.begin(), row))) return;
    }
    throw new StoreError('update session_records', { code: 'CONTENDED' });
  }

  /** Ends a session, whether it has a row or not. @returns false if it had ended before */
  async end(sessionId: string, expires: Date): Promise<boolean> {
    const patch = { endedBefore: new Date(), expires };
    const change = { patch, below: { endedBefore: NEVER } };
    for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
      if (await this.table.update(this.begin(), { sessionId }, change)) return true;
      if (await unlessTaken(() => this.table.insert(this.begin(), { ...patch, sessionId }))) {
        return true;
      }
      if ((await this.table.find(this.begin(), { sessionId }))?.endedBefore) {
        const times = { times: { expires }, initial: { endedBefore: patch.endedBefore } };
        await this.table.raise(this.begin(), { sessionId }, times);
        return false;
      }
    }
    throw new StoreError('update session_records', { code: 'CONTENDED' });
  }

  /** Sets a mark, whose times never become earlier. */
  mark(sessionId: string, { userId, ...times }: Mark): Promise<void> {
    const initial = { endedBefore: NEVER, staleBefore: NEVER, userId };
    return this.table.raise(this.begin(), { sessionId }, { times, initial });
  }

  /**
   * Raises the end of all sessions of a user to `before` or, if that is not later than the stored
   * end, by a millisecond. Of callers at the same time, each stores another end.
   * @returns the stored end; null, having changed nothing, if it is at `ifEndedBefore` or later
   */
  async endAll(
    sessionId: string,
    { userId, before, expires, ifEndedBefore }: EndOfUserSessions,
  ): Promise<Date | null> {
    for (let attempt = 1; attempt <= MOST_CALLERS; attempt += 1) {
      const row = await this.table.find(this.begin(), { sessionId });
      const ended = row?.endedBefore?.getTime() ?? 0;
      if (ifEndedBefore && ended >= ifEndedBefore.getTime()) return null;
      const endedBefore = new Date(Math.max(before.getTime(), ended + 1));
      const below = ifEndedBefore && ifEndedBefore < endedBefore ? ifEndedBefore : endedBefore;
      const change = { patch: { endedBefore }, below: { endedBefore: below } };
      const initial = { endedBefore: NEVER, staleBefore: NEVER, userId };
      // First, or a clean-up could delete the row before it lasts as long as the end.
      if (row) await this.table.raise(this.begin(), { sessionId }, { times: { expires }, initial });
      const fresh = { ...initial, endedBefore, expires, sessionId };
      const isStored = row
        ? await this.table.update(this.begin(), { sessionId }, change)
        : await unlessTaken(() => this.table.insert(this.begin(), fresh));
      if (!isStored) continue;
      return endedBefore;
    }
    throw new StoreError('update session_records', { code: 'CONTENDED' });
  }

  /** @returns how many rows were deleted */
  removeOlder(than: Date, limit: number): Promise<number> {
    return removeInPieces(this.table.remover, () => this.begin(), { than, limit });
  }

  private begin(): Operation {
    return this.operations.begin(LIMIT_MS);
  }
}
