import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

/** If two collections differ by less than this, there is nothing left to collect. */
const ALIKE_BYTES = 20_000;

/** Returns how many bytes of the heap a run leaves in use after garbage collection. */
export async function heldBytes(run: () => unknown): Promise<number> {
  const before = await heldNow();
  await run();
  return (await heldNow()) - before;
}

/** Collects garbage until none is left, as finalizers release memory for the next collection. */
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
