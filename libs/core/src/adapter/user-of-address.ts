import { isSameAddress } from '../model/is-same-address.js';
import { normalizeEmail } from '../model/normalize-email.js';
import type { AdapterUser } from './adapter-rows.js';
import type { CompleteAdapter } from './complete-adapter.js';

/**
 * Returns the form in which an address from application code is stored: as for links and providers.
 * What is not one address, such as a staff number, is stored as it is.
 */
export function addressToStore(address: string): string {
  return normalizeEmail(address) ?? address;
}

/**
 * Finds the user with exactly this address, whatever the collation. The given spelling is looked up
 * first, since applications and earlier versions have stored addresses that are not normalized.
 * @param address - as application code or a provider returns it
 * @see docs/design/decisions.md 8; docs/design/security-bar.md E19
 */
export async function userOfAddress(
  adapter: CompleteAdapter,
  address: string | null | undefined,
): Promise<AdapterUser | null> {
  if (!address) return null;
  for (const spelling of new Set([address, addressToStore(address)])) {
    const user = await adapter.getUserByEmail(spelling);
    if (user && isSameAddress(user.email, spelling)) return user;
  }
  return null;
}
