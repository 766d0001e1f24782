import type { ResolvedAuthConfig } from '../../config/resolved-auth-config.js';
import type { SessionDirectory } from './listed-session.js';
import { registryDirectory } from './registry-directory.js';
import { canListStored, databaseDirectory } from './database-directory.js';

/** Whether the sessions of users are stored, so that they can be listed and ended. */
export function canListSessions(config: ResolvedAuthConfig): boolean {
  const { strategy, registry } = config.session;
  return strategy === 'database' ? canListStored(config) : registry !== undefined;
}

/**
 * Returns the stored sessions of users.
 * @throws {UnsupportedStrategy} if sessions are stateless, without a registry
 * @throws {MissingAdapterMethods} if the adapter cannot list database sessions
 */
export function sessionDirectory(config: ResolvedAuthConfig): SessionDirectory {
  return config.session.strategy === 'database'
    ? databaseDirectory(config)
    : registryDirectory(config);
}
