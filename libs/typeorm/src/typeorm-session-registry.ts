import type {
  EndOfUserSessions,
  SessionFactsOfToken,
  SessionPage,
  SessionRecord,
  SessionRevocations,
  UserSessionsBefore,
} from '@authnest/core';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { type RecordRow, SessionRecords } from './collections/session-records.js';
import { withMargin } from './store/clock-margin.js';
import { roleOf } from './entities/auth-role.js';

/**
 * Stores stateless sessions in the table `session_records`, for `session.revocation`. The entities
 * and migrations of the DataSource must be created with the option `with: ['sessionRegistry']`.
 * @throws {StoreError} from every method if a statement fails
 */
@Injectable()
export class TypeOrmSessionRegistry implements SessionRevocations {
  private prepared?: SessionRecords;

  /** The first call throws an error if the DataSource is not initialized or lacks the entity. */
  constructor(private readonly dataSource: DataSource) {}

  /** @returns false if it had ended before */
  async revoke({ id, expires }: { id: string; expires: Date }): Promise<boolean> {
    return this.records.end(id, expires);
  }

  /** Sends one SELECT if look-ups are joined, as on PostgreSQL and MariaDB, otherwise two. */
  async isRevoked(
    id: string,
    { userId, startedAt, issuedAt }: SessionFactsOfToken,
  ): Promise<boolean | 'stale' | Date> {
    const [session, mark] = await this.records.find([id, markOf(userId)]);
    if (session?.endedBefore) return true;
    if (mark?.endedBefore && startedAt <= mark.endedBefore) return mark.endedBefore;
    return mark?.staleBefore && issuedAt <= mark.staleBefore ? 'stale' : false;
  }

  /** If the session is already stored, `createdAt` and the time of its end stay unchanged. */
  async record({ id, createdAt, ...session }: SessionRecord): Promise<void> {
    const known = Object.entries(session).filter(([, value]) => value !== undefined);
    await this.records.put(id, Object.fromEntries(known), { createdAt });
  }

  /** A page is read again, twice as long, while it has too many rows of sessions that ended. */
  async list(userId: string, page?: SessionPage): Promise<SessionRecord[]> {
    const [mark] = await this.records.find([markOf(userId)]);
    const ended = mark?.endedBefore ?? new Date(0);
    for (let limit = page?.limit ?? 0; ; limit *= 2) {
      const rows = await this.records.list(userId, page && { ...page, limit });
      const live = rows.flatMap((row) => {
        const { createdAt, expires, endedBefore } = row;
        const isLive = createdAt && !endedBefore && createdAt > ended && expires > new Date();
        return isLive ? [sessionOf(row, userId, createdAt)] : [];
      });
      const { createdAt: oldest } = rows.at(-1) ?? {};
      const isLast = !page || rows.length < limit || !oldest || oldest <= ended;
      if (isLast || live.length >= page.limit) return live.slice(0, page?.limit);
    }
  }

  /** @returns the stored time; null if `ifEndedBefore` forbids it */
  revokeUser(entry: EndOfUserSessions): Promise<Date | null> {
    return this.records.endAll(markOf(entry.userId), entry);
  }

  async refreshUser({ userId, before, expires }: UserSessionsBefore): Promise<void> {
    await this.records.mark(markOf(userId), { userId, staleBefore: before, expires });
  }

  /**
   * Deletes rows that expired a day ago, the oldest first. Call it from a periodic job.
   * @param limit - the maximum number of rows. @default 10000
   * @returns how many rows were deleted
   */
  deleteExpired({ limit = 10_000 }: { limit?: number } = {}): Promise<number> {
    return this.records.removeOlder(withMargin(new Date()), limit);
  }

  /**
   * Looks once at the real table, when the application starts.
   * @throws {Error} if it would not keep what the registry promises; the message says what to do
   */
  async assertReady(): Promise<void> {
    if (this.dataSource.isInitialized) await this.records.assertReady();
  }

  private get records(): SessionRecords {
    return (this.prepared ??= this.prepare());
  }

  private prepare(): SessionRecords {
    const { dataSource } = this;
    const found = dataSource.entityMetadatas.find(
      ({ target }) => roleOf(target)?.role === 'sessionRecord',
    );
    if (dataSource.isInitialized && found) return new SessionRecords(dataSource, found.target);
    throw new Error(
      "TypeOrmSessionRegistry: the DataSource must be initialized and have the entities of `authEntities({ with: ['sessionRegistry'] })`",
    );
  }
}

/** Returns the id of a user's mark. Session ids contain no colon, so none is the same. */
function markOf(userId: string): string {
  return `user:${userId}`;
}

function sessionOf(row: RecordRow, userId: string, createdAt: Date): SessionRecord {
  const { sessionId: id, expires, lastUsedAt, address, userAgent, provider } = row;
  return { id, userId, createdAt, expires, lastUsedAt, address, userAgent, provider };
}
