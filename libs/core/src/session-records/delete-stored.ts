import type { AdapterSession } from '../adapter/adapter-rows.js';
import type { CompleteAdapter } from '../adapter/complete-adapter.js';

/**
 * Deletes a database session. Some stores, such as Prisma, refuse to delete what does not exist,
 * since another request or instance has just deleted it: then nothing is left to do.
 * @param key - as in the table
 * @returns the deleted session, if the store returns it
 * @see docs/design/security-bar.md D05
 */
export async function deleteStored(
  adapter: CompleteAdapter,
  key: string,
): Promise<AdapterSession | null> {
  try {
    return (await adapter.deleteSession(key)) ?? null;
  } catch (thrown) {
    if ((await adapter.getSessionAndUser(key)) !== null) throw thrown;
    return null;
  }
}
