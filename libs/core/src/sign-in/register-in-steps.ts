import type { AdapterUser } from '../adapter/adapter-rows.js';
import type { NewAuthenticator } from '../adapter/adapter-inputs.js';
import type { CompleteAdapter } from '../adapter/complete-adapter.js';
import type { Account } from '../model/account.js';

/** A new user with the account of the first sign-in. */
interface Steps {
  readonly user: AdapterUser;
  readonly account: Account;
  readonly authenticator?: NewAuthenticator;
}

/**
 * Stores user, account and passkey one by one, for an adapter that cannot store them in one
 * transaction. If a step fails, the earlier ones are undone. A process that dies between two steps
 * leaves a user without an account; only `registerUser` prevents that.
 * @returns null when another request was first
 * @throws {AdapterError} when the store fails for another reason
 */
export async function registerInSteps(
  adapter: CompleteAdapter,
  { user, account, authenticator }: Steps,
): Promise<AdapterUser | null> {
  const created = await unlessTaken(adapter, { user, account }, () => create(adapter, user));
  if (!created) return null;
  try {
    await adapter.linkAccount({ ...account, userId: created.id });
    if (authenticator) await adapter.createAuthenticator({ ...authenticator, userId: created.id });
    return created;
  } catch (thrown) {
    if (adapter.has('deleteUser')) await adapter.deleteUser(created.id);
    return unlessTaken(adapter, { user: null, account }, () => Promise.reject(thrown));
  }
}

/**
 * Creates a user. A missing address is stored as null: most stores have a unique key on it, which
 * accepts an empty string once and null many times. If the store refuses null, the empty string is
 * stored.
 */
async function create(adapter: CompleteAdapter, user: AdapterUser): Promise<AdapterUser> {
  if (user.email !== '') return adapter.createUser(user);
  const nameless: { email: string | null } = { ...user, email: null };
  try {
    return await adapter.createUser(nameless as AdapterUser);
  } catch {
    return adapter.createUser(user);
  }
}

/** Adapters do not report why they refuse, so this checks whether a key is taken. */
async function unlessTaken(
  adapter: CompleteAdapter,
  { user, account }: { user: AdapterUser | null; account: Steps['account'] },
  work: () => Promise<AdapterUser>,
): Promise<AdapterUser | null> {
  try {
    return await work();
  } catch (thrown) {
    const { provider, providerAccountId } = account;
    if (await adapter.getUserByAccount({ provider, providerAccountId })) return null;
    if (user?.email && (await adapter.getUserByEmail(user.email))) return null;
    throw thrown;
  }
}
