import type { SessionPage } from '../../adapter/adapter-inputs.js';
import type { AdapterSession } from '../../adapter/adapter-rows.js';
import type { CompleteAdapter } from '../../adapter/complete-adapter.js';
import type { ResolvedAuthConfig } from '../../config/resolved-auth-config.js';
import { MissingAdapter, MissingAdapterMethods } from '../../errors/configuration.errors.js';
import { isOver } from '../../adapter/access-end.js';
import { deleteSessionRow } from './delete-session-row.js';
import type { ListedSession, SessionDirectory } from './listed-session.js';
import { readableEntry } from './readable-entry.js';
import { readSessions } from './read-sessions.js';
import { isEnded } from './session-extension.js';
import { storesAccessEnd } from './stores-access-end.js';

const NEEDED = ['listSessionsByUserId', 'deleteSessionsByUserId'] as const;

/** Whether the adapter can list database sessions and end them. */
export function canListStored({ adapter }: ResolvedAuthConfig): boolean {
  return adapter !== undefined && NEEDED.every((operation) => adapter.has(operation));
}

/**
 * Returns the database sessions in the adapter.
 * @throws {MissingAdapterMethods} if the adapter lacks an operation
 */
export function databaseDirectory(config: ResolvedAuthConfig): SessionDirectory {
  const adapter = listingAdapter(config);
  const directory: SessionDirectory = {
    async list(userId, page, stored) {
      const user = storesAccessEnd(config) ? (stored ?? (await adapter.getUser(userId))) : null;
      const source = {
        read: async (one?: SessionPage) =>
          (await adapter.listSessionsByUserId(userId, one)).map(listed),
        isLive: (session: ListedSession) =>
          !isEnded(config, session) && !(user && isOver(session.createdAt, user)),
      };
      return readSessions(source, page);
    },
    async end({ key }) {
      await deleteSessionRow(adapter, key);
    },
    async endAll(userId, _listed, asker) {
      const end = new Date();
      if (asker) await deleteOthers(directory, userId, asker.key);
      else await adapter.deleteSessionsByUserId(userId);
      return end;
    },
  };
  return directory;
}

function listingAdapter({ adapter }: ResolvedAuthConfig): CompleteAdapter {
  if (!adapter) throw new MissingAdapter('adapter: is required for database sessions');
  const missing = NEEDED.filter((operation) => !adapter.has(operation));
  if (missing.length === 0) return adapter;
  throw new MissingAdapterMethods(`adapter: listing sessions needs ${missing.join(' and ')}`);
}

function listed(row: AdapterSession | null): ListedSession {
  const { sessionToken, userId: _owner, ...session } = { ...row } as AdapterSession;
  return readableEntry({ ...session, key: sessionToken });
}

/** The most rounds of deleting sessions that change their token meanwhile. */
const MOST_ROUNDS = 10;

/**
 * Deletes the other sessions, until none is found: one that is being replaced by one with a new token
 * is stored again before it is deleted, and refused after it is. What is stored after the last round
 * is compared with the end.
 */
async function deleteOthers(
  directory: SessionDirectory,
  userId: string,
  own: string,
): Promise<void> {
  for (let round = 1; round <= MOST_ROUNDS; round += 1) {
    const others = (await directory.list(userId)).filter(({ key }) => key !== own);
    if (others.length === 0) return;
    for (const session of others) await directory.end(session);
  }
}
