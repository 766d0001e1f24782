import type { Adapter, AuthConfig, EventHandlers } from '@authnest/core';
import { MemoryAdapter } from '@authnest/testing';

const WRITES = /^(?:create|update|delete|link|unlink|use)/;

/** A store and event handlers that keep a list of what was done: the oracle "nothing happened". */
export class Watched {
  /** Names of the operations that were called, in order. */
  readonly calls: string[] = [];
  /** Names of the events that were emitted, in order. */
  readonly events: string[] = [];
  /** Names of the operations that fail for now. */
  readonly failing = new Set<string>();
  readonly store = new MemoryAdapter();

  /** What goes into the configuration. */
  readonly adapter: Adapter = new Proxy<Adapter>(this.store, {
    get: (store, name) => {
      const operation: unknown = Reflect.get(store, name);
      if (typeof operation !== 'function') return operation;
      return (...args: unknown[]): unknown => {
        this.calls.push(String(name));
        if (this.failing.has(String(name))) throw new Error('the store is down');
        return Reflect.apply(operation, store, args);
      };
    },
  });

  readonly handlers: Partial<EventHandlers> = Object.fromEntries(
    (['createUser', 'updateUser', 'linkAccount', 'signIn', 'signOut', 'session'] as const).map(
      (name) => [name, () => void this.events.push(name)],
    ),
  );

  /** Both, as options. */
  get config(): Pick<AuthConfig, 'adapter' | 'events'> {
    return { adapter: this.adapter, events: this.handlers };
  }

  /** The calls that change something. */
  get writes(): string[] {
    return this.calls.filter((name) => WRITES.test(name));
  }

  /** Forgets what was done so far. */
  reset(): void {
    this.calls.length = 0;
    this.events.length = 0;
  }

  /** What was written and told since the last look; a `session` event belongs to a read. */
  done(): string[] {
    const done = [...this.writes, ...this.events.filter((name) => name !== 'session')];
    this.reset();
    return done;
  }
}
