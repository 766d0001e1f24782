/**
 * Waits for work. If it fails, what was done before it is undone, so that it can be done again.
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
