import type {
  Adapter,
  SessionFactsOfToken,
  SessionRecord,
  SessionRegistry,
  UserSessionsBefore,
} from '@authnest/core';
import { ClusterChecks } from './cluster-checks.js';
import { Commands, type RedisClient } from './commands.js';
import { Keys } from './keys.js';
import { ProviderMarks } from './provider-marks.js';
import { toRecord, toText } from './records.js';
import { type ReplicaOptions, replicasOf } from './replicas.js';
import { KEEP, RAISE } from './scripts.js';

export interface RedisSessionRegistryOptions extends ReplicaOptions {
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
  /** Each method waits for one response; the caller decides how long. */
  private readonly commands: Commands;
  private readonly checks: ClusterChecks;

  /** @param redis - of the application, which connects it, closes it and hears its `error` events */
  constructor(redis: RedisClient, options: RedisSessionRegistryOptions = {}) {
    this.keys = new Keys(options.prefix ?? 'authnest:');
    this.commands = new Commands(redis, Infinity, replicasOf(options));
    this.checks = new ClusterChecks(redis);
  }

  async revoke({ id, expires }: { id: string; expires: Date }): Promise<void> {
    const key = this.keys.ended(id);
    await this.commands.write((redis) => redis.set(key, '1', 'PXAT', expires.getTime()));
  }

  /** Both questions go out together: one way to the server and back. */
  async isRevoked(
    id: string,
    { userId, startedAt, issuedAt }: SessionFactsOfToken,
  ): Promise<boolean | 'stale'> {
    const [ended, [endedBefore, changedBefore]] = await Promise.all([
      this.commands.send((redis) => redis.exists(this.keys.ended(id))),
      this.commands.send((redis) =>
        redis.hmget(this.keys.user(userId), 'endedBefore', 'changedBefore'),
      ),
    ]);
    if (ended === 1 || isUpTo(startedAt, endedBefore)) return true;
    return isUpTo(issuedAt, changedBefore) ? 'stale' : false;
  }

  async record(session: SessionRecord): Promise<void> {
    this.checks.compareClocks();
    const { id, userId, expires } = session;
    const key = this.keys.sessions(userId);
    const text = toText(session);
    await this.commands.send((redis) => redis.eval(KEEP, 1, key, id, text, expires.getTime()));
  }

  /** Forgets those that are over on the way. */
  async list(userId: string): Promise<SessionRecord[]> {
    const key = this.keys.sessions(userId);
    const [kept, endedBefore] = await Promise.all([
      this.commands.send((redis) => redis.hgetall(key)),
      this.commands.send((redis) => redis.hget(this.keys.user(userId), 'endedBefore')),
    ]);
    const records = Object.values(kept).map(toRecord);
    const isEnded = await Promise.all(
      records.map(({ id }) => this.commands.send((redis) => redis.exists(this.keys.ended(id)))),
    );
    const isLive = ({ createdAt, expires }: SessionRecord, nth: number) =>
      isEnded[nth] === 0 && expires.getTime() > Date.now() && !isUpTo(createdAt, endedBefore);
    const over = records.filter((record, nth) => !isLive(record, nth)).map(({ id }) => id);
    if (over.length > 0) await this.commands.send((redis) => redis.hdel(key, ...over));
    return records.filter(isLive);
  }

  async revokeUser(entry: UserSessionsBefore): Promise<void> {
    await this.raise('endedBefore', entry);
  }

  async refreshUser(entry: UserSessionsBefore): Promise<void> {
    await this.raise('changedBefore', entry);
  }

  /** For back-channel logout. */
  async markEnded(marks: Parameters<NonNullable<Adapter['markEnded']>>[0]): Promise<void> {
    await new ProviderMarks(this.commands, this.keys).raise(marks);
  }

  async endedBefore(markers: readonly string[]): Promise<Date | null> {
    return new ProviderMarks(this.commands, this.keys).latest(markers);
  }

  private async raise(
    field: 'endedBefore' | 'changedBefore',
    { userId, before, expires }: UserSessionsBefore,
  ): Promise<void> {
    const key = this.keys.user(userId);
    const times = [before.getTime(), expires.getTime()];
    await this.commands.write((redis) => redis.eval(RAISE, 1, key, field, ...times));
  }
}

function isUpTo(time: Date, milliseconds: string | null | undefined): boolean {
  return time.getTime() <= Number(milliseconds ?? Number.NEGATIVE_INFINITY);
}
