import { randomUUID } from 'node:crypto';
import type {
  Adapter,
  EndOfUserSessions,
  SessionFactsOfToken,
  SessionRecord,
  SessionRegistry,
  SessionRevocations,
  UserSessionsBefore,
} from '@authnest/core';
import { ServerChecks } from './server-checks.js';
import { Commands, type RedisClient } from './commands.js';
import { Keys } from './keys.js';
import { Ownership, perApplication } from './ownership.js';
import { LogoutMarks } from './logout-marks.js';
import { toRecord, toText } from './records.js';
import { toHash, toInteger, toTime } from './replies.js';
import { type ReplicaOptions, replicasOf } from './replicas.js';
import { END, KEEP, MARK, RAISE } from './scripts.js';

/** The most fields that one command removes. */
const MOST_FIELDS = 1000;

export interface RedisSessionRegistryOptions extends ReplicaOptions {
  /** Prefix of every key; must differ between applications on one Redis. @default 'authnest:' */
  readonly prefix?: string;
}

/**
 * Records in Redis which stateless sessions exist, and which have ended. For `session.revocation`,
 * with a single server, Sentinel or a cluster. Redis expires an entry when no token can be valid
 * any more. It needs Redis 7 or Valkey, and a server that evicts nothing (`maxmemory-policy
 * noeviction`): if an entry is evicted, an ended session is valid again.
 * @throws {Error} from every method if Redis fails: no session is then opened or ended
 */
export class RedisSessionRegistry implements SessionRegistry {
  private readonly keys: Keys;
  /** Without a time limit, since the caller decides how long it waits. */
  private readonly commands: Commands;
  private readonly checks: ServerChecks;
  readonly usedBy: (this: SessionRevocations, secretIds: readonly string[]) => SessionRevocations;

  /**
   * @param redis - the client of the application, which connects it, closes it and listens to its
   * `error` events
   */
  constructor(redis: RedisClient, options: RedisSessionRegistryOptions = {}) {
    this.keys = new Keys(options.prefix ?? 'authnest:');
    const replicas = replicasOf(options);
    const commandsOf = (ownership: Ownership) =>
      new Commands(redis, { limitMs: Infinity, replicas, ownership });
    this.commands = commandsOf(new Ownership(this.keys));
    this.checks = new ServerChecks(redis);
    this.usedBy = perApplication((store, secretIds) => {
      Object.assign(store, { commands: commandsOf(new Ownership(this.keys, secretIds)) });
    });
  }

  /**
   * If a lost connection makes the client repeat the command, it finds its own attempt.
   * @returns false if it had ended before
   */
  async revoke({ id, expires }: { id: string; expires: Date }): Promise<boolean> {
    const [key, end] = [this.keys.ended(id), expires.getTime()];
    const attempt = randomUUID();
    const isNew = await this.commands.write((redis) => redis.eval(MARK, 1, key, end, attempt));
    return toInteger(isNew) === 1;
  }

  /** Sends both commands together, in one round trip. */
  async isRevoked(
    id: string,
    { userId, startedAt, issuedAt }: SessionFactsOfToken,
  ): Promise<boolean | 'stale' | Date> {
    const [ended, [endedBefore, changedBefore]] = await Promise.all([
      this.commands.send((redis) => redis.exists(this.keys.ended(id))),
      this.commands.send((redis) =>
        redis.hmget(this.keys.user(userId), 'endedBefore', 'changedBefore'),
      ),
    ]);
    if (toInteger(ended) > 0) return true;
    if (isUpTo(startedAt, endedBefore)) return new Date(toTime(endedBefore));
    return isUpTo(issuedAt, changedBefore) ? 'stale' : false;
  }

  async record(session: SessionRecord): Promise<void> {
    this.checks.compareClocks();
    this.commands.claimAgain();
    const { id, userId, expires } = session;
    const key = this.keys.sessions(userId);
    const text = toText(session);
    const times = [expires.getTime(), Date.now()];
    await this.commands.send((redis) => redis.eval(KEEP, 1, key, id, text, ...times));
  }

  /** Lists the sessions that have not ended, and removes the records of the others. */
  async list(userId: string): Promise<SessionRecord[]> {
    const key = this.keys.sessions(userId);
    const [kept, endedBefore] = await Promise.all([
      this.commands.send((redis) => redis.hgetall(key)),
      this.commands.send((redis) => redis.hget(this.keys.user(userId), 'endedBefore')),
    ]);
    const records = Object.values(toHash(kept)).flatMap((text) => toRecord(text) ?? []);
    const isEnded = await Promise.all(
      records.map(({ id }) => this.commands.send((redis) => redis.exists(this.keys.ended(id)))),
    );
    const isLive = ({ createdAt, expires }: SessionRecord, nth: number) =>
      toInteger(isEnded[nth]) === 0 &&
      expires.getTime() > Date.now() &&
      !isUpTo(createdAt, endedBefore);
    const over = records.filter((record, nth) => !isLive(record, nth)).map(({ id }) => id);
    for (let from = 0; from < over.length; from += MOST_FIELDS) {
      const some = over.slice(from, from + MOST_FIELDS);
      await this.commands.send((redis) => redis.hdel(key, ...some));
    }
    return records.filter(isLive);
  }

  /** @returns the stored time; null if `ifEndedBefore` forbids it */
  async revokeUser(entry: EndOfUserSessions): Promise<Date | null> {
    const { userId, before, expires, ifEndedBefore } = entry;
    const args = [Number(before), Number(expires), randomUUID()];
    if (ifEndedBefore) args.push(Number(ifEndedBefore));
    const key = this.keys.user(userId);
    const stored = await this.commands.write((redis) => redis.eval(END, 1, key, ...args));
    return toTime(stored) > 0 ? new Date(toTime(stored)) : null;
  }

  async refreshUser({ userId, before, expires }: UserSessionsBefore): Promise<void> {
    const key = this.keys.user(userId);
    const times = [before.getTime(), expires.getTime()];
    await this.commands.write((redis) => redis.eval(RAISE, 1, key, 'changedBefore', ...times));
  }

  /** Called on back-channel logout. */
  async markEnded(marks: Parameters<NonNullable<Adapter['markEnded']>>[0]): Promise<void> {
    await new LogoutMarks(this.commands, this.keys).raise(marks);
  }

  async endedBefore(markers: readonly string[]): Promise<Date | null> {
    return new LogoutMarks(this.commands, this.keys).latest(markers);
  }
}

function isUpTo(time: Date, milliseconds: unknown): boolean {
  return time.getTime() <= toTime(milliseconds);
}
