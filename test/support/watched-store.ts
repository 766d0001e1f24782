import { randomUUID } from 'node:crypto';
import type { Adapter, AdapterOperation } from '@authnest/core';
import { withRedisSessions } from '@authnest/redis';
import { MemoryAdapter } from '@authnest/testing';
import { authEntities, authMigrations, TypeOrmAdapter } from '@authnest/typeorm';
import { Redis } from 'ioredis';
import { DataSource } from 'typeorm';
import { someOf } from './effort.js';
import { redis, TEST_REDIS_URL } from './redis.js';
import { numberOfStory } from './story.js';
import { type Platform, platforms } from './test-app.js';

export type StoreKind = 'memory' | 'sqlite' | 'redis';

type Case = readonly [platform: Platform, store: StoreKind];

/** The platforms of a story with each store; with one of them, unless the effort is whole. */
export function platformsAndStores(): readonly Case[] {
  return platformsWith(['memory', 'sqlite']);
}

/** The same, for tests of session rows: also with sessions in Redis and users in SQLite. */
export function withSessionStores(): readonly Case[] {
  const inRedis = redis.problem === undefined ? (['redis'] as const) : [];
  return platformsWith(['memory', 'sqlite', ...inRedis]);
}

function platformsWith(kinds: readonly StoreKind[]): readonly Case[] {
  const some = someOf(kinds, Math.floor(numberOfStory() / 2));
  return platforms().flatMap((platform) => some.map((store) => [platform, store] as const));
}

interface Call {
  readonly operation: string;
  readonly args: readonly unknown[];
}

/** A real store that records every call from the application, and fails on request. */
export class WatchedStore {
  readonly calls: Call[] = [];
  /** The adapter for the application to use. */
  readonly adapter: Adapter;
  private readonly faults = new Map<string, () => unknown>();

  private constructor(
    /** The store itself, for a test to inspect. */
    readonly real: MemoryAdapter | TypeOrmAdapter,
    readonly dataSource?: DataSource,
    private readonly disconnect?: () => Promise<void>,
  ) {
    this.adapter = new Proxy<Adapter>(real, {
      get: (target, name) => {
        // The store that it returns would not be watched.
        if (name === 'usedBy') return undefined;
        const member: unknown = Reflect.get(target, name);
        return typeof member === 'function' ? this.watch(String(name), member) : member;
      },
    });
  }

  static async open(kind: StoreKind): Promise<WatchedStore> {
    if (kind === 'memory') return new WatchedStore(new MemoryAdapter());
    const dataSource = await openSqlite();
    const users = new TypeOrmAdapter(dataSource);
    if (kind === 'sqlite') return new WatchedStore(users, dataSource);
    const client = new Redis(TEST_REDIS_URL);
    const prefix = `${randomUUID()}:`;
    const sessions = withRedisSessions(users, client, { prefix }) as TypeOrmAdapter;
    return new WatchedStore(sessions, dataSource, async () => {
      const keys = await client.keys(`${prefix}*`);
      if (keys.length > 0) await client.unlink(keys);
      client.disconnect();
    });
  }

  /** Replaces an operation until {@link heal} is called. */
  replace(operation: AdapterOperation, by: () => unknown): void {
    this.faults.set(operation, by);
  }

  /** Makes operations fail as if the store were down. */
  fail(...operations: AdapterOperation[]): void {
    for (const operation of operations) {
      this.replace(operation, () => Promise.reject(new Error('the store is down')));
    }
  }

  heal(): void {
    this.faults.clear();
  }

  /** Counts the calls of these operations since the last {@link forgetCalls}. */
  count(...operations: AdapterOperation[]): number {
    return this.calls.filter(({ operation }) => operations.some((name) => name === operation))
      .length;
  }

  forgetCalls(): void {
    this.calls.length = 0;
  }

  /** Returns every string that recorded calls wrote, and every string in the database's tables. */
  async dump(): Promise<string[]> {
    const values = this.calls.flatMap(({ operation, args }) =>
      /^(?:create|register|update|link)/.test(operation) ? textsOf(args) : [],
    );
    if (!this.dataSource) return values;
    const tables: { name: string }[] = await this.dataSource.query(
      "SELECT name FROM sqlite_master WHERE type = 'table'",
    );
    for (const { name } of tables) {
      values.push(...textsOf(await this.dataSource.query(`SELECT * FROM "${name}"`)));
    }
    return values;
  }

  async close(): Promise<void> {
    await this.disconnect?.();
    if (this.dataSource?.isInitialized) await this.dataSource.destroy();
  }

  private watch(operation: string, call: CallableFunction) {
    return (...args: unknown[]): unknown => {
      this.calls.push({ operation, args });
      const fault = this.faults.get(operation);
      return fault ? fault() : Reflect.apply(call, this.real, args);
    };
  }
}

function textsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(textsOf);
}

async function openSqlite(): Promise<DataSource> {
  const dataSource = new DataSource({
    type: 'better-sqlite3',
    database: ':memory:',
    entities: [...authEntities()],
    migrations: [...authMigrations()],
  });
  await dataSource.initialize();
  await dataSource.runMigrations();
  return dataSource;
}
