import type { AdapterUser } from '../adapter/adapter-rows.js';
import type { Registration } from '../adapter/adapter-inputs.js';
import type { CompleteAdapter } from '../adapter/complete-adapter.js';
import type { Account } from '../model/account.js';

/** A new user with a mail address. */
interface NewOwner extends Registration {
  readonly account: Account;
}

/** The user that was stored. */
export interface StoredOwner {
  readonly user: AdapterUser;
  /** Whether the account was stored too; the user can sign in without it. */
  readonly linked: boolean;
}

/**
 * Stores the user who has proven a mail address: at once with `registerUser`, or else in steps.
 * @returns null when another user has taken the address in the meantime
 * @throws {AdapterError} when the store fails
 * @see docs/design/wire-contract.md 7.6, D-10
 */
export async function registerByEmail(
  adapter: CompleteAdapter,
  owner: NewOwner,
): Promise<StoredOwner | null> {
  if (!adapter.has('registerUser')) return registerInSteps(adapter, owner);
  const user = await adapter.registerUser(owner);
  if (user) return { user, linked: true };
  if (await adapter.getUserByEmail(owner.user.email)) return null;
  // The account belongs to a user who had this address before; the address has changed hands.
  const other = await adapter.registerUser({ ...owner, account: undefined });
  return other && { user: other, linked: false };
}

async function registerInSteps(
  adapter: CompleteAdapter,
  { user, account }: NewOwner,
): Promise<StoredOwner | null> {
  const created = await createUnlessTaken(adapter, user);
  return created && { user: created, linked: await link(adapter, created, account) };
}

/** Adapters do not report why they refuse, so this checks whether the address is taken. */
async function createUnlessTaken(
  adapter: CompleteAdapter,
  user: AdapterUser,
): Promise<AdapterUser | null> {
  try {
    return await adapter.createUser(user);
  } catch (thrown) {
    if (await adapter.getUserByEmail(user.email)) return null;
    throw thrown;
  }
}

/** The user can sign in without the account: a later link finds the user by the address. */
async function link(
  adapter: CompleteAdapter,
  { id }: AdapterUser,
  account: Account,
): Promise<boolean> {
  if (!adapter.has('linkAccount')) return false;
  const { provider, providerAccountId } = account;
  try {
    await adapter.linkAccount({ ...account, userId: id });
    return true;
  } catch (thrown) {
    const isTaken =
      adapter.has('getUserByAccount') &&
      (await adapter.getUserByAccount({ provider, providerAccountId })) !== null;
    if (isTaken) return false;
    throw thrown;
  }
}
