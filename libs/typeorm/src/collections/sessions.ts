import type { AdapterSession, AdapterUser, ProviderSessions } from '@authnest/core';
import type { AuthTables } from '../store/auth-tables.js';
import type { Operation } from '../operations/operation.js';

/** Operations on sessions. */
export class Sessions {
  constructor(
    private readonly tables: AuthTables,
    private readonly operation: Operation,
  ) {}

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

  /**
   * Deletes the rows one by one. Of several parallel callers, the one whose DELETE affected a row
   * receives it.
   * @returns the sessions that this call ended
   */
  async removeByProvider(ended: ProviderSessions): Promise<AdapterSession[]> {
    const removed: AdapterSession[] = [];
    for (const { sessionToken } of await this.listByProvider(ended)) {
      const row = await this.tables.sessions.take(this.operation, { sessionToken });
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
}

function isUpTo({ providerTime }: AdapterSession, end: Date): boolean {
  return providerTime instanceof Date && providerTime <= end;
}
