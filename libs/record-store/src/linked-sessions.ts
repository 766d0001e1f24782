import type { AdapterSession } from '@authnest/core';
import type { Collections } from './collections.js';
import { linked, readSession } from './read-record.js';
import type { RecordLink, RecordStoreClient, StoredRecord } from './record-store-client.port.js';

/**
 * Sessions and their join records. A session without a join record is not valid.
 * @see docs/design/wire-contract.md 13.4
 */
export class LinkedSessions {
  constructor(
    private readonly client: RecordStoreClient,
    private readonly collections: Collections,
  ) {}

  /** Finds the join record, and loads its `user` and `session`. */
  find(sessionToken: string): Promise<StoredRecord | null> {
    const filter = { 'session.sessionToken': sessionToken };
    return this.client.first(this.collections.usersSessions, {
      filter,
      links: ['user', 'session'],
    });
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
