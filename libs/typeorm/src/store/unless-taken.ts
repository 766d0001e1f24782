import { StoreError } from '../operations/store-error.js';

/** Returns the result of the work, or null if another caller has taken a unique key. */
export async function unlessTaken<T>(work: () => Promise<T>): Promise<T | null> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof StoreError && error.isConflict) return null;
    throw error;
  }
}
