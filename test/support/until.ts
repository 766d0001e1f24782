import { setTimeout as delay } from 'node:timers/promises';

/** MariaDB updates its list of lock waits only if it has not been read for 100 ms. */
const PAUSE_MS = 150;

/** Polls until the condition is true. @throws {Error} after two minutes */
export async function until(what: string, isTrue: () => Promise<boolean> | boolean): Promise<void> {
  for (let attempt = 0; attempt < 800; attempt += 1) {
    if (await isTrue()) return;
    await delay(PAUSE_MS);
  }
  throw new Error(`still not true after two minutes: ${what}`);
}
