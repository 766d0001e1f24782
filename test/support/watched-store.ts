import type { Adapter, AdapterOperation } from '@authnest/core';
import { MemoryAdapter } from '@authnest/testing';
import { authEntities, authMigrations, TypeOrmAdapter } from '@authnest/typeorm';
import { DataSource } from 'typeorm';
import { platforms } from './test-app.js';

/** The stores that every story about stored sessions runs on. */
export const stores = ['memory', 'sqlite'] as const;
export type StoreKind = (typeof stores)[number];

/** Every platform with every store. */
export const platformsAndStores = platforms.flatMap((platform) =>
  stores.map((store) => [platform, store] as const),
);

interface Call {
  readonly operation: string;
  readonly args: readonly unknown[];
}

/** A real store that notes every call of the application, and fails where a test says so. */
export class WatchedStore {
  readonly calls: Call[] = [];
  /** What the application gets. */
  readonly adapter: Adapter;
  private readonly faults = new Map<string, () => unknown>();

  private constructor(
    /** The store itself, for a test to look into. */
    readonly real: MemoryAdapter | TypeOrmAdapter,
    readonly dataSource?: DataSource,
  ) {
    this.adapter = new Proxy<Adapter>(real, {
      get: (target, name) => {
        const member: unknown = Reflect.get(target, name);
        return typeof member === 'function' ? this.watch(String(name), member) : member;
      },
    });
  }

  static async open(kind: StoreKind): Promise<WatchedStore> {
    if (kind === 'memory') return new WatchedStore(new MemoryAdapter());
    const dataSource = new DataSource({
      type: 'better-sqlite3',
      database: ':memory:',
      entities: [...authEntities()],
      migrations: [...authMigrations()],
    });
    await dataSource.initialize();
    await dataSource.runMigrations();
    return new WatchedStore(new TypeOrmAdapter(dataSource), dataSource);
  }

  /** Lets an operation do this instead, until {@link heal}. */
  replace(operation: AdapterOperation, by: () => unknown): void {
    this.faults.set(operation, by);
  }

  /** Lets operations fail as a store does that is down. */
  fail(...operations: AdapterOperation[]): void {
    for (const operation of operations) {
      this.replace(operation, () => Promise.reject(new Error('the store is down')));
    }
  }

  heal(): void {
    this.faults.clear();
  }

  /** How often the application called these operations since the last {@link forgetCalls}. */
  count(...operations: AdapterOperation[]): number {
    return this.calls.filter(({ operation }) => operations.some((name) => name === operation))
      .length;
  }

  forgetCalls(): void {
    this.calls.length = 0;
  }

  /** Every text that the store ever got, and every text that lies in the tables of a database. */
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
