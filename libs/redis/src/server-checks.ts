import { Logger } from '@nestjs/common';
import type { Adapter } from '@authnest/core';
import { type RedisClient, withoutValues } from './commands.js';

const HOUR_MS = 60 * 60 * 1000;
const SECOND_MS = 1000;

/** How much the clocks may differ. */
const TOLERANCE_MS = 60 * 1000;

/**
 * Logs problems between the instances that share a Redis, each at most once an hour. The operation
 * that starts a check never fails because of it.
 */
export class ServerChecks {
  private readonly logger = new Logger('@authnest/redis');
  private readonly startedAt = Date.now();
  private clockAt = Number.NEGATIVE_INFINITY;
  private lookedAt = Number.NEGATIVE_INFINITY;
  private isLooking = false;
  private reportedAt = Number.NEGATIVE_INFINITY;

  constructor(private readonly redis: RedisClient) {}

  /**
   * Compares the clock of this machine with that of Redis once an hour, in the background, and
   * looks whether Redis may evict keys.
   */
  compareClocks(): void {
    const now = performance.now();
    if (now - this.clockAt < HOUR_MS) return;
    this.clockAt = now;
    void Promise.all([this.measureClock(), this.readPolicy()]).catch(
      () => (this.clockAt = Number.NEGATIVE_INFINITY),
    );
  }

  /**
   * Looks up a session that is not in Redis. If the other adapter has it, and it is newer than this
   * process, an instance without Redis stored it. The look-up runs in the background. Anyone can
   * send any token, so there is at most one look-up per second, and only one at a time.
   */
  lookElsewhere(users: Adapter, sessionToken: string): void {
    const now = performance.now();
    if (this.isLooking || now - this.lookedAt < SECOND_MS || now - this.reportedAt < HOUR_MS)
      return;
    this.lookedAt = now;
    this.isLooking = true;
    void this.look(users, sessionToken)
      .catch(() => {}) // a failure of the other adapter must not affect the caller
      .finally(() => (this.isLooking = false));
  }

  private async look(users: Adapter, sessionToken: string): Promise<void> {
    const createdAt = (await users.getSessionAndUser?.(sessionToken))?.session.createdAt;
    if (!createdAt || createdAt.getTime() <= this.startedAt) return;
    this.reportedAt = performance.now();
    this.logger.warn(
      'an instance stores sessions in the user database and not in Redis, so users are signed out at the other instances; use `withRedisSessions` with the same Redis in every instance',
    );
  }

  private async readPolicy(): Promise<void> {
    const memory = await withoutValues(this.redis.info('memory'));
    const [, policy] = /^maxmemory_policy:(\S+)/m.exec(memory) ?? [];
    const [, limit] = /^maxmemory:(\d+)/m.exec(memory) ?? [];
    if (policy === undefined || policy === 'noeviction' || Number(limit ?? 0) === 0) return;
    this.logger.warn(
      `Redis has \`maxmemory-policy ${policy}\`: if it evicts the record of an ended session, a copy of that session is valid again; set \`maxmemory-policy noeviction\``,
    );
  }

  private async measureClock(): Promise<void> {
    const before = Date.now();
    const [seconds, microseconds] = await withoutValues(this.redis.time());
    const after = Date.now();
    const theirs = Number(seconds) * 1000 + Number(microseconds) / 1000;
    const ahead = before > theirs ? before - theirs : Math.min(after - theirs, 0);
    if (Math.abs(ahead) <= TOLERANCE_MS) return;
    this.logger.warn(
      `the clock of this instance is ${Math.round(Math.abs(ahead) / 1000)} seconds ${ahead > 0 ? 'ahead of' : 'behind'} that of Redis; synchronize the clocks (NTP)`,
    );
  }
}
