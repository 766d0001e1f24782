/**
 * Waits for work. If it fails, what was done before it is undone, so that it can be done again; and
 * the work itself, which may be done although only its answer was lost.
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
