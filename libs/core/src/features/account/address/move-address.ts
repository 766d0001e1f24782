import type { CompleteAdapter } from '../../../adapter/complete-adapter.js';
import type { AdapterUser } from '../../../adapter/adapter-rows.js';
import { userOfAddress } from '../../../adapter/user-of-address.js';
import type { AddressChange } from './address-change.js';

/**
 * Gives a user another address, which is proven, in one step of the adapter. Its condition, and the
 * unique key of the address, decide between requests.
 * @param user - as looked up before it was checked whether the address may change
 * @returns the changed user; `taken` if another user has the address; `gone` if the user no longer
 * exists or has changed
 * @throws {AdapterError} if the store fails; nothing has changed then
 */
export async function moveAddress(
  adapter: CompleteAdapter,
  { userId, from, to }: AddressChange,
  user: AdapterUser | null,
): Promise<AdapterUser | 'taken' | 'gone'> {
  if (!user || (user.email || '') !== from) return 'gone';
  if (await isTaken(adapter, userId, to)) return 'taken';
  try {
    const addition = { user, email: to, emailVerified: new Date(Date.now()) };
    if (!(await adapter.addToUser(addition))) return 'gone';
  } catch (thrown) {
    // Adapters do not say why they refuse.
    if (await isTaken(adapter, userId, to)) return 'taken';
    // It may have changed although the store failed; then the steps after a change follow.
    if ((await adapter.getUser(userId))?.email !== to) throw thrown;
  }
  return (await adapter.getUser(userId)) ?? 'gone';
}

async function isTaken(
  adapter: CompleteAdapter,
  userId: string,
  address: string,
): Promise<boolean> {
  const owner = await userOfAddress(adapter, address);
  return owner !== null && owner.id !== userId;
}
