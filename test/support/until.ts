import { setTimeout as delay } from 'node:timers/promises';

/** Asks until the answer is yes. @throws {Error} after ten seconds */
export async function until(what: string, isTrue: () => Promise<boolean> | boolean): Promise<void> {
  for (let asked = 0; asked < 1000; asked += 1) {
    if (await isTrue()) return;
    await delay(10);
  }
  throw new Error(`still not true after ten seconds: ${what}`);
}
