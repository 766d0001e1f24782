import type { AdapterUser } from '@authnest/core';
import { isUnchanged, type ResolvedAuthConfig } from '@authnest/core/feature';
import type { StoredPassword } from './password-store.js';
import { adapterOf, storeOf } from './store-of.js';

/**
 * Restores a password that was removed just now.
 * @returns false if the user has changed: somebody proved the address, or ended all access, and a
 * password that was removed for that must not come back
 */
export async function restorePassword(
  config: ResolvedAuthConfig,
  user: AdapterUser,
  password: StoredPassword,
): Promise<boolean> {
  const isSame = async () => isUnchanged(user, await adapterOf(config).getUser(user.id));
  const store = storeOf(config);
  if (!(await isSame())) return false;
  await store.save(password, null);
  // Whoever removes it for good does so after the user has changed, too.
  if (await isSame()) return true;
  await store.remove(user.id, password.hash);
  return false;
}
