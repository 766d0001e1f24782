import type { AuthConfig } from '../options/auth-config.js';
import { usesDatabase } from '../config-checks/check-adapter.js';
import type { ResolvedDevice } from './resolved-auth-config.js';
import { registryOf } from '../options/session-revocations.js';

const NOTHING: ResolvedDevice = Object.freeze({ address: 'off', userAgent: false });

/** Decides what is stored about devices: nothing if sessions are not stored or lack the columns. */
export function resolveDevice(config: AuthConfig): ResolvedDevice {
  const { device = {}, revocation } = config.session ?? {};
  const { address = 'network', userAgent = true } = device === false ? NOTHING : device;
  if (!usesDatabase(config)) return registryOf(revocation) ? { address, userAgent } : NOTHING;
  const columns = config.adapter?.columns;
  return Object.freeze({
    address: columns?.includes('sessions.address') ? address : 'off',
    userAgent: userAgent && (columns?.includes('sessions.userAgent') ?? false),
  });
}
