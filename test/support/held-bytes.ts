import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

/** Bytes of the heap that something leaves behind when it is over and its garbage is collected. */
export async function heldBytes(run: () => unknown): Promise<number> {
  const before = await heldNow();
  await run();
  return (await heldNow()) - before;
}

async function heldNow(): Promise<number> {
  for (let time = 0; time < 3; time += 1) {
    collectGarbage();
    // What finalisers let go is collected the next time.
    await new Promise((resolve) => setImmediate(resolve));
  }
  return process.memoryUsage().heapUsed;
}
