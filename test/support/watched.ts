import type { Adapter, AuthConfig, EventHandlers } from '@authnest/core';
import { MemoryAdapter } from '@authnest/testing';
import type { TypeOrmAdapter } from '@authnest/typeorm';

const WRITES = /^(?:create|update|delete|link|unlink|use)/;

/** A store and event handlers that record what was done, to prove that nothing happened. */
export class Watched {
  /** The names of the operations that were called, in order. */
  readonly calls: string[] = [];
  /** The names of the events that were emitted, in order. */
  readonly events: string[] = [];
  /** The names of the operations that currently fail. */
  readonly failing = new Set<string>();
  /** Functions that run before an operation, by its name. */
  readonly before = new Map<string, () => Promise<unknown>>();
  /** The store for the configuration. */
  readonly adapter: Adapter;

  constructor(readonly store: MemoryAdapter | TypeOrmAdapter = new MemoryAdapter()) {
    this.adapter = new Proxy<Adapter>(store, {
      get: (target, name) => {
        // The store that it returns would not be watched.
        if (name === 'usedBy') return undefined;
        const operation: unknown = Reflect.get(target, name);
        return typeof operation === 'function' ? this.watch(String(name), operation) : operation;
      },
    });
  }

  readonly handlers: Partial<EventHandlers> = Object.fromEntries(
    (['createUser', 'updateUser', 'linkAccount', 'signIn', 'signOut', 'session'] as const).map(
      (name) => [name, () => void this.events.push(name)],
    ),
  );

  /** The adapter and the event handlers, as options. */
  get config(): Pick<AuthConfig, 'adapter' | 'events'> {
    return { adapter: this.adapter, events: this.handlers };
  }

  /** The calls that write. */
  get writes(): string[] {
    return this.calls.filter((name) => WRITES.test(name));
  }

  /** Clears what was recorded so far. */
  reset(): void {
    this.calls.length = 0;
    this.events.length = 0;
  }

  private watch(name: string, operation: CallableFunction): (...args: unknown[]) => unknown {
    return (...args) => {
      this.calls.push(name);
      if (this.failing.has(name)) throw new Error('the store is down');
      const run = (): unknown => Reflect.apply(operation, this.store, args);
      const before = this.before.get(name);
      return before ? before().then(run) : run();
    };
  }

  /** Returns writes and events since the last call, except `session` events, which reads emit. */
  done(): string[] {
    const done = [...this.writes, ...this.events.filter((name) => name !== 'session')];
    this.reset();
    return done;
  }
}
