import type { AdapterSession } from '../../adapter/adapter-rows.js';
import type { CompleteAdapter } from '../../adapter/complete-adapter.js';

/**
 * Deletes a database session. Prisma refuses to delete what does not exist, since another request or
 * instance has just deleted it: then nothing is left to do. Any other error is thrown even if the
 * row is gone, since a store that waits for replicas has perhaps deleted it at the primary only.
 * @param key - as in the table
 * @returns the deleted session; null if there was none, or if the store does not say
 * @see docs/design/security-bar.md D05
 */
export async function deleteSessionRow(
  adapter: CompleteAdapter,
  key: string,
): Promise<AdapterSession | null> {
  try {
    return ((await adapter.deleteSession(key)) as AdapterSession | null | undefined) ?? null;
  } catch (thrown) {
    if (!isMissingRecord(thrown)) throw thrown;
    return null;
  }
}

/** Prisma's code for a record that a statement needs and that does not exist. */
const MISSING = 'P2025';

function isMissingRecord(thrown: unknown): boolean {
  if (!(thrown instanceof Error)) return false;
  if ('code' in thrown && thrown.code === MISSING) return true;
  // Our `AdapterError` has the error of the adapter as its cause.
  const { cause } = thrown;
  return (
    typeof cause === 'object' && cause !== null && 'err' in cause && isMissingRecord(cause.err)
  );
}
