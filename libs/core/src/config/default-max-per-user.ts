import { usesDatabase } from '../config-checks/check-adapter.js';
import type { AuthConfig } from '../options/auth-config.js';
import { registryOf } from '../options/session-revocations.js';

/**
 * Returns how many sessions a user may have by default, so that no list of them grows without end;
 * undefined if the oldest could not be found or ended.
 * @see docs/design/security-bar.md ID12, DT29
 */
export function defaultMaxPerUser(config: AuthConfig): number | undefined {
  const { adapter, session } = config;
  const canEnd = usesDatabase(config)
    ? adapter?.listSessionsByUserId &&
      adapter.deleteSessionsByUserId &&
      adapter.columns?.includes('sessions.createdAt')
    : registryOf(session?.revocation);
  return canEnd ? 100 : undefined;
}
