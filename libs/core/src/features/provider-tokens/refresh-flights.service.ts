import { type BeforeApplicationShutdown, Injectable } from '@nestjs/common';
import type { Adapter } from '../../adapter/adapter.port.js';
import type { CompleteAdapter } from '../../adapter/complete-adapter.js';
import type { StoredTokens } from './stored-tokens.js';

/** How long shutdown waits for refreshes, in milliseconds. */
const LAST_WAIT_MS = 10_000;

type Flight = Promise<StoredTokens>;

/** Runs one refresh at a time for each account in a process: later callers wait for it. */
@Injectable()
export class RefreshFlightsService implements BeforeApplicationShutdown {
  private readonly stores = new WeakMap<Adapter, Map<string, Flight>>();
  private readonly all = new Set<Flight>();

  join(adapter: CompleteAdapter, row: StoredTokens, start: () => Flight): Flight {
    const flights = this.flightsOf(adapter);
    const key = JSON.stringify([row.provider, row.providerAccountId]);
    const known = flights.get(key);
    if (known) return known;
    const flight = start().finally(() => {
      flights.delete(key);
      this.all.delete(flight);
    });
    flights.set(key, flight);
    this.all.add(flight);
    // Avoids an unhandled rejection if every caller has stopped waiting.
    flight.catch(() => undefined);
    return flight;
  }

  /** Waits for refreshes: the refresh token would be lost if the response were not stored. */
  async beforeApplicationShutdown(): Promise<void> {
    if (this.all.size === 0) return;
    let timer: NodeJS.Timeout | undefined;
    const over = new Promise((resolve) => {
      timer = setTimeout(resolve, LAST_WAIT_MS);
    });
    await Promise.race([Promise.allSettled(this.all), over]);
    clearTimeout(timer);
  }

  private flightsOf({ origin }: CompleteAdapter): Map<string, Flight> {
    const known = this.stores.get(origin);
    if (known) return known;
    const made = new Map<string, Flight>();
    this.stores.set(origin, made);
    return made;
  }
}
