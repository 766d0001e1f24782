/**
 * Waits for work. If it fails, calls `undo`, so that all of it can be tried again: `undo` takes back
 * what was done before, and the work too, which may be done although it failed.
 * @throws what the work throws
 */
export async function orUndo<T>(work: Promise<T>, undo: () => Promise<unknown>): Promise<T> {
  try {
    return await work;
  } catch (thrown) {
    await undo();
    throw thrown;
  }
}
