import type { AdapterSession } from '../adapter/adapter.port.js';
import type { CompleteAdapter } from '../adapter/complete-adapter.js';
import type { ResolvedAuthConfig } from '../config/resolved-auth-config.js';
import {
  MissingAdapter,
  MissingAdapterMethods,
  UnsupportedStrategy,
} from '../errors/configuration.errors.js';
import { isDate, isEnded } from './stored-session-life.js';

const NEEDED = ['listSessionsByUserId', 'deleteSessionsByUserId'] as const;

/**
 * The adapter, where it can list sessions and end them.
 * @throws {UnsupportedStrategy} for stateless sessions, which nothing stores
 * @throws {MissingAdapterMethods} where an operation is missing
 */
export function listingAdapter({ adapter, session }: ResolvedAuthConfig): CompleteAdapter {
  if (session.strategy === 'jwt') {
    throw new UnsupportedStrategy(
      "stateless sessions are stored nowhere, so nothing lists or ends them: set `session.strategy: 'database'`, or end single ones by `session.revocation`",
    );
  }
  if (!adapter) throw new MissingAdapter('adapter: database sessions need one');
  const missing = NEEDED.filter((operation) => !adapter.has(operation));
  if (missing.length === 0) return adapter;
  throw new MissingAdapterMethods(`adapter: listing sessions needs ${missing.join(' and ')}`);
}

/** The sessions of a user that have not ended, the newest sign-in first. */
export async function liveSessions(
  config: ResolvedAuthConfig,
  userId: string,
): Promise<AdapterSession[]> {
  const sessions = await listingAdapter(config).listSessionsByUserId(userId);
  const live = sessions.filter((found) => isDate(found.expires) && !isEnded(config, found));
  return live.sort((one, other) => startOf(other) - startOf(one));
}

/** Milliseconds since the epoch; by its end where nobody stored its beginning. */
function startOf({ createdAt, expires }: AdapterSession): number {
  return (createdAt ?? expires).getTime();
}
