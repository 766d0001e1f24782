import type {
  SessionFactsOfToken,
  SessionRecord,
  SessionRegistry,
  UserSessionsBefore,
} from '@authnest/core';
import { MapRevocations } from './revocations.js';

/** A registry of stateless sessions in memory. */
export class MapRegistry extends MapRevocations implements SessionRegistry {
  readonly records = new Map<string, SessionRecord>();
  private readonly ended = new Map<string, Date>();
  private readonly changed = new Map<string, Date>();
  /** The number of look-ups and writes since the start. */
  readonly calls = { isRevoked: 0, record: 0 };

  override isRevoked(id: string, session?: SessionFactsOfToken): boolean | 'stale' {
    this.calls.isRevoked += 1;
    if (super.isRevoked(id)) return true;
    if (!session) return false;
    const { userId, startedAt, issuedAt } = session;
    if (startedAt <= (this.ended.get(userId) ?? NEVER)) return true;
    return issuedAt <= (this.changed.get(userId) ?? NEVER) ? 'stale' : false;
  }

  record(session: SessionRecord): void {
    this.assertUp();
    this.calls.record += 1;
    this.records.set(session.id, { ...this.records.get(session.id), ...defined(session) });
  }

  list(userId: string): SessionRecord[] {
    this.assertUp();
    return [...this.records.values()].filter(
      ({ id, createdAt, ...record }) =>
        record.userId === userId &&
        !super.isRevoked(id) &&
        createdAt > (this.ended.get(userId) ?? NEVER),
    );
  }

  revokeUser({ userId, before }: UserSessionsBefore): void {
    this.assertUp();
    this.ended.set(userId, before);
  }

  refreshUser({ userId, before }: UserSessionsBefore): void {
    this.assertUp();
    this.changed.set(userId, before);
  }
}

const NEVER = new Date(0);

function defined(session: SessionRecord): SessionRecord {
  const entries = Object.entries(session).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as unknown as SessionRecord;
}
