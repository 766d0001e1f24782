import { StoreError } from '../operations/store-error.js';

/** What the work returns; null when a unique key was taken, so that somebody else was first. */
export async function unlessTaken<T>(work: () => Promise<T>): Promise<T | null> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof StoreError && error.isConflict) return null;
    throw error;
  }
}
