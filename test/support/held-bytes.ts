import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

/** What two collections in a row may differ by and nothing is left to collect. */
const ALIKE_BYTES = 20_000;

/** Bytes of the heap that something leaves behind when it is over and its garbage is collected. */
export async function heldBytes(run: () => unknown): Promise<number> {
  const before = await heldNow();
  await run();
  return (await heldNow()) - before;
}

/** Collects garbage until nothing more goes: what finalisers let go is collected the next time. */
async function heldNow(): Promise<number> {
  let held = Infinity;
  for (let time = 0; time < 4; time += 1) {
    const before = held;
    collectGarbage();
    await new Promise((resolve) => setImmediate(resolve));
    held = process.memoryUsage().heapUsed;
    if (before - held < ALIKE_BYTES) break;
  }
  return held;
}
