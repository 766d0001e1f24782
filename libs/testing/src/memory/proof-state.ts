import type { AdapterUser, Addition, AddressProof, EndOfAccess } from '@authnest/core';
import type { MemoryTables } from './memory-tables.js';

/** Adds to a user who has not changed since the look-up, or changes the address. */
export function add(
  tables: MemoryTables,
  { user, account, session, authenticator, proof, ...address }: Addition,
): boolean {
  const { id: userId } = user;
  const now = tables.users.find({ id: userId });
  if (!now || !isSame(user, now)) return false;
  tables.atomically(() => {
    if (authenticator) tables.authenticators.insert({ ...authenticator, userId });
    if (account) tables.accounts.insert({ ...account, userId });
    if (session) tables.sessions.insert({ ...session, userId });
    if (proof) {
      const { provider, providerAccountId } = proof;
      tables.accounts.update({ provider, providerAccountId, userId }, { emailVerified: true });
    }
    changeAddress(tables, user, address);
  });
  return true;
}

/** Changes the address and, if the user has proven it, what proved the former one. */
function changeAddress(
  { users, accounts }: MemoryTables,
  { id: userId, email: former }: AdapterUser,
  { email, emailVerified }: Pick<Addition, 'email' | 'emailVerified'>,
): void {
  if (email === undefined) return;
  users.update({ id: userId }, { email, ...(emailVerified && { emailVerified }) });
  if (!emailVerified) return;
  for (const { provider, providerAccountId, type } of accounts.list({ userId })) {
    const isMailbox = type === 'email' && providerAccountId === former;
    accounts.update(
      { provider, providerAccountId },
      { emailVerified: false, ...(isMailbox && { providerAccountId: email }) },
    );
  }
}

function isSame(before: AdapterUser, now: AdapterUser): boolean {
  const isAsProven = Boolean(now.emailVerified) === Boolean(before.emailVerified);
  return isAsProven && now.email === before.email && endOf(now) === endOf(before);
}

/**
 * Sets `emailVerified` if it is null and the address is the proven one. Unless access is kept, ends
 * all of it, and removes everything that gave access to the user.
 */
export function prove(
  tables: MemoryTables,
  { id, email, emailVerified, keepsAccess = false }: AddressProof,
): AdapterUser | null {
  const user = tables.users.find({ id });
  if (!user || user.emailVerified || user.email !== email) return null;
  if (keepsAccess) return tables.users.update({ id }, { emailVerified });
  tables.removeAccess(id);
  return tables.users.update(
    { id },
    { emailVerified, accessEndedAt: laterEnd(user, emailVerified) },
  );
}

/** Raises the end of a user's access, and moves the session that goes on behind it. */
export function endAccess(
  tables: MemoryTables,
  { userId: id, at, ifEndedBefore, sessionToken }: EndOfAccess,
): Date | null {
  const user = tables.users.find({ id });
  if (!user || (ifEndedBefore && endOf(user) >= ifEndedBefore.getTime())) return null;
  const accessEndedAt = laterEnd(user, at);
  tables.users.update({ id }, { accessEndedAt });
  const createdAt = new Date(accessEndedAt.getTime() + 1);
  if (sessionToken !== undefined) tables.sessions.update({ sessionToken }, { createdAt });
  return accessEndedAt;
}

function endOf({ accessEndedAt }: AdapterUser): number {
  return accessEndedAt?.getTime() ?? 0;
}

function laterEnd(user: AdapterUser, at: Date): Date {
  return new Date(Math.max(at.getTime(), endOf(user) + 1));
}
