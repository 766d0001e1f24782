import type { AdapterSession } from '@authnest/core';
import type { Collections } from './collections.js';
import { linked, readSession } from './read-record.js';
import type {
  RecordFilter,
  RecordLink,
  RecordStoreClient,
  StoredRecord,
} from './record-store-client.port.js';

/**
 * Sessions and their join records. A session without a join record is not valid.
 * @see docs/design/wire-contract.md 13.4
 */
export class LinkedSessions {
  constructor(
    private readonly client: RecordStoreClient,
    private readonly collections: Collections,
  ) {}

  /**
   * Finds the join record, and loads its `user` and `session`. While a session is extended, a store
   * may not find it through the link: then it is looked up itself, so that a sign-out ends it.
   * @see docs/design/security-bar.md DT3
   */
  async find(sessionToken: string): Promise<StoredRecord | null> {
    const { sessions: collection } = this.collections;
    const join = await this.findJoin({ 'session.sessionToken': sessionToken });
    if (join) return join;
    const session = await this.client.first(collection, { filter: { sessionToken } });
    return session && this.findJoin({ session: { collection, id: session.id } });
  }

  private findJoin(filter: RecordFilter): Promise<StoredRecord | null> {
    const links = ['user', 'session'];
    return this.client.first(this.collections.usersSessions, { filter, links });
  }

  async create({ sessionToken, userId, expires }: AdapterSession): Promise<AdapterSession> {
    const { users, sessions, usersSessions } = this.collections;
    const user: RecordLink = { collection: users, id: userId };
    const { id } = await this.client.create(sessions, { sessionToken, expires, user });
    await this.client.create(usersSessions, { user, session: { collection: sessions, id } });
    return { sessionToken, userId, expires };
  }

  /** Removes the join record first: without it, the session is no longer valid. */
  async remove(join: StoredRecord): Promise<AdapterSession | null> {
    const { sessions, usersSessions } = this.collections;
    const session = linked(join, 'session');
    await this.client.delete(usersSessions, join.id);
    const removed = session && (await this.client.delete(sessions, session.id));
    return removed ? readSession(removed, linked(join, 'user')?.id ?? '') : null;
  }
}
