import { setTimeout as delay } from 'node:timers/promises';

/** MariaDB shows who waits for whom anew only to those who have not asked for 100 ms. */
const PAUSE_MS = 150;

/** Asks until the answer is yes. @throws {Error} after two minutes */
export async function until(what: string, isTrue: () => Promise<boolean> | boolean): Promise<void> {
  for (let asked = 0; asked < 800; asked += 1) {
    if (await isTrue()) return;
    await delay(PAUSE_MS);
  }
  throw new Error(`still not true after two minutes: ${what}`);
}
