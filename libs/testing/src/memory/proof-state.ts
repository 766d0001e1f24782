import type { AdapterUser, Addition, AddressProof, EndOfAccess } from '@authnest/core';
import type { MemoryTables } from './memory-tables.js';

/** Adds an account, session or passkey to a user who has not changed since the look-up. */
export function add(
  tables: MemoryTables,
  { user, account, session, authenticator }: Addition,
): boolean {
  const { id: userId } = user;
  const now = tables.users.find({ id: userId });
  if (!now || !isSame(user, now)) return false;
  tables.atomically(() => {
    if (authenticator) tables.authenticators.insert({ ...authenticator, userId });
    if (account) tables.accounts.insert({ ...account, userId });
    if (session) tables.sessions.insert({ ...session, userId });
  });
  return true;
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
