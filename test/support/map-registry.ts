import type {
  EndOfUserSessions,
  SessionFactsOfToken,
  SessionRecord,
  SessionRegistry,
  UserSessionsBefore,
} from '@authnest/core';
import { assertFuture, MapRevocations } from './revocations.js';

/** A registry of stateless sessions in memory. */
export class MapRegistry extends MapRevocations implements SessionRegistry {
  readonly records = new Map<string, SessionRecord>();
  private readonly ended = new Map<string, UserSessionsBefore>();
  private readonly changed = new Map<string, UserSessionsBefore>();
  /** The number of look-ups and writes since the start. */
  readonly calls = { isRevoked: 0, list: 0, record: 0 };

  override isRevoked(id: string, session?: SessionFactsOfToken): boolean | 'stale' | Date {
    this.calls.isRevoked += 1;
    if (super.isRevoked(id)) return true;
    if (!session) return false;
    const { userId, startedAt, issuedAt } = session;
    const end = timeOf(this.ended.get(userId));
    if (startedAt <= end) return end;
    return issuedAt <= timeOf(this.changed.get(userId)) ? 'stale' : false;
  }

  record(session: SessionRecord): void {
    this.assertUp();
    this.calls.record += 1;
    this.records.set(session.id, { ...this.records.get(session.id), ...defined(session) });
  }

  list(userId: string): SessionRecord[] {
    this.assertUp();
    this.calls.list += 1;
    return [...this.records.values()].filter(
      ({ id, createdAt, ...record }) =>
        record.userId === userId &&
        !super.isRevoked(id) &&
        createdAt > timeOf(this.ended.get(userId)),
    );
  }

  revokeUser({ ifEndedBefore, ...entry }: EndOfUserSessions): unknown {
    this.assertUp();
    assertFuture(entry.expires);
    const ended = timeOf(this.ended.get(entry.userId));
    if (ifEndedBefore && ended >= ifEndedBefore) return null;
    const before = new Date(Math.max(entry.before.getTime(), ended.getTime() + 1));
    this.ended.set(entry.userId, { ...entry, before });
    return before;
  }

  refreshUser(entry: UserSessionsBefore): void {
    this.assertUp();
    assertFuture(entry.expires);
    this.changed.set(entry.userId, entry);
  }
}

const NEVER = new Date(0);

/** Returns the time of an entry that has not expired. */
function timeOf(entry: UserSessionsBefore | undefined): Date {
  return entry && entry.expires.getTime() > Date.now() ? entry.before : NEVER;
}

function defined(session: SessionRecord): SessionRecord {
  const entries = Object.entries(session).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as unknown as SessionRecord;
}
