import type { AdapterSession, AdapterUser, ProviderSessions, SessionPage } from '@authnest/core';
import type { AuthTables } from '../store/auth-tables.js';
import type { Operation } from '../operations/operation.js';

/** Operations on sessions. */
export class Sessions {
  constructor(
    private readonly tables: AuthTables,
    private readonly operation: Operation,
  ) {}

  create(session: AdapterSession): Promise<AdapterSession> {
    return this.tables.sessions.insert(this.operation, session);
  }

  /** At most one SELECT: every guarded request with a database session runs it. */
  async findWithUser(
    sessionToken: string,
  ): Promise<{ session: AdapterSession; user: AdapterUser } | null> {
    const found = await this.tables.sessionWithUser.find(this.operation, sessionToken);
    if (!found) return null;
    return {
      session: found.row as unknown as AdapterSession,
      user: found.user as unknown as AdapterUser,
    };
  }

  listByUser(userId: string, page?: SessionPage): Promise<AdapterSession[]> {
    return this.tables.sessions.list(this.operation, { userId }, page);
  }

  /** One UPDATE. @returns whether there was such a session */
  update(
    session: Partial<AdapterSession> & Pick<AdapterSession, 'sessionToken'>,
  ): Promise<boolean> {
    const { sessionToken, ...patch } = session;
    return this.tables.sessions.update(this.operation, { sessionToken }, { patch });
  }

  remove(sessionToken: string): Promise<AdapterSession | null> {
    return this.tables.sessions.take(this.operation, { sessionToken });
  }

  /**
   * Deletes the rows one by one. Of several parallel callers, the one whose DELETE affected a row
   * receives it.
   * @returns the sessions that this call ended
   */
  async removeByProvider(ended: ProviderSessions): Promise<AdapterSession[]> {
    const removed: AdapterSession[] = [];
    for (const { sessionToken } of await this.listByProvider(ended)) {
      const row = await this.remove(sessionToken);
      if (row) removed.push(row);
    }
    return removed;
  }

  /** Finds rows with two indexes. */
  async listByProvider(ended: ProviderSessions): Promise<AdapterSession[]> {
    const { providerSession, providerSubject, sessionBefore, subjectBefore } = ended;
    const ofSession = providerSession === undefined ? [] : await this.list({ providerSession });
    const ofSubject = providerSubject === undefined ? [] : await this.list({ providerSubject });
    return [
      ...ofSession.filter((row) => isUpTo(row, sessionBefore)),
      ...ofSubject
        .filter((row) => providerSession === undefined || !row.providerSession)
        .filter((row) => isUpTo(row, subjectBefore)),
    ];
  }

  private list(key: Record<string, string>): Promise<AdapterSession[]> {
    return this.tables.sessions.list(this.operation, key);
  }

  /** @returns how many sessions ended */
  removeByUser(userId: string): Promise<number> {
    return this.tables.sessions.removeAll(this.operation, { userId });
  }
}

function isUpTo({ providerTime }: AdapterSession, end: Date): boolean {
  return providerTime instanceof Date && providerTime <= end;
}
