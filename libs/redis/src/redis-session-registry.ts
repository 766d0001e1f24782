import type {
  SessionFactsOfToken,
  SessionRecord,
  SessionRegistry,
  UserSessionsBefore,
} from '@authnest/core';
import type { Cluster, Redis } from 'ioredis';
import { Keys } from './keys.js';
import { toRecord, toText } from './records.js';
import { KEEP, RAISE } from './scripts.js';

export interface RedisSessionRegistryOptions {
  /** Put before every key. Applications with one Redis take different ones. @default 'authnest:' */
  readonly prefix?: string;
}

/**
 * Stateless sessions in Redis: which there are, and which have ended. For `session.revocation`, on a
 * single server, with Sentinel and on a cluster alike. Redis forgets entries by itself when no token
 * can be valid any more. It needs Redis 7 or Valkey, and a server that evicts nothing
 * (`maxmemory-policy noeviction`): with an evicted entry an ended session would come back.
 * @throws what the client throws, from every method: a session is then neither opened nor ended
 */
export class RedisSessionRegistry implements SessionRegistry {
  private readonly keys: Keys;

  /** @param redis - of the application, which connects it, closes it and hears its `error` events */
  constructor(
    private readonly redis: Redis | Cluster,
    { prefix = 'authnest:' }: RedisSessionRegistryOptions = {},
  ) {
    this.keys = new Keys(prefix);
  }

  async revoke({ id, expires }: { id: string; expires: Date }): Promise<void> {
    await this.redis.set(this.keys.ended(id), '1', 'PXAT', expires.getTime());
  }

  /** Both questions go out together: one way to the server and back. */
  async isRevoked(
    id: string,
    { userId, startedAt, issuedAt }: SessionFactsOfToken,
  ): Promise<boolean | 'stale'> {
    const [ended, [endedBefore, changedBefore]] = await Promise.all([
      this.redis.exists(this.keys.ended(id)),
      this.redis.hmget(this.keys.user(userId), 'endedBefore', 'changedBefore'),
    ]);
    if (ended === 1 || isUpTo(startedAt, endedBefore)) return true;
    return isUpTo(issuedAt, changedBefore) ? 'stale' : false;
  }

  async record(session: SessionRecord): Promise<void> {
    const { id, userId, expires } = session;
    const key = this.keys.sessions(userId);
    await this.redis.eval(KEEP, 1, key, id, toText(session), expires.getTime());
  }

  /** Forgets those that are over on the way. */
  async list(userId: string): Promise<SessionRecord[]> {
    const key = this.keys.sessions(userId);
    const [kept, endedBefore] = await Promise.all([
      this.redis.hgetall(key),
      this.redis.hget(this.keys.user(userId), 'endedBefore'),
    ]);
    const records = Object.values(kept).map(toRecord);
    const isEnded = await Promise.all(
      records.map(({ id }) => this.redis.exists(this.keys.ended(id))),
    );
    const isLive = ({ createdAt, expires }: SessionRecord, nth: number) =>
      isEnded[nth] === 0 && expires.getTime() > Date.now() && !isUpTo(createdAt, endedBefore);
    const over = records.filter((record, nth) => !isLive(record, nth)).map(({ id }) => id);
    if (over.length > 0) await this.redis.hdel(key, ...over);
    return records.filter(isLive);
  }

  async revokeUser(entry: UserSessionsBefore): Promise<void> {
    await this.raise('endedBefore', entry);
  }

  async refreshUser(entry: UserSessionsBefore): Promise<void> {
    await this.raise('changedBefore', entry);
  }

  private async raise(
    field: 'endedBefore' | 'changedBefore',
    { userId, before, expires }: UserSessionsBefore,
  ): Promise<void> {
    const key = this.keys.user(userId);
    await this.redis.eval(RAISE, 1, key, field, before.getTime(), expires.getTime());
  }
}

function isUpTo(time: Date, milliseconds: string | null | undefined): boolean {
  return time.getTime() <= Number(milliseconds ?? Number.NEGATIVE_INFINITY);
}
