import type { Addition, AdapterUser } from '@authnest/core';
import type { AuthTables } from '../store/auth-tables.js';
import { fenceOfAddition } from './proof-fence.js';
import type { Change, Operation } from '../operations/operation.js';
import { withoutEmptyEmail } from './without-empty-email.js';

/**
 * Adds an account, session, passkey or proof to a user, or changes the address, unless the user has
 * changed since the look-up.
 * @returns whether everything was stored
 * @throws {StoreError} if a unique key is taken
 */
export async function addToUser(
  tables: AuthTables,
  operation: Operation,
  { user, account, session, authenticator, proof, ...address }: Addition,
): Promise<boolean> {
  const { users, accounts, sessions, authenticators } = tables;
  const isAsGiven = users.condition({ id: user.id }, (now) => isSame(user, now));
  if (!isAsGiven) return false;
  if (account) await accounts.assertFree(operation, account);
  return operation.changeIf(
    'add to a user',
    { ...isAsGiven, fence: () => fenceOfAddition(tables, user.id) },
    [
      ...(authenticator && authenticators
        ? [authenticators.inserter.insertion(authenticator, user)]
        : []),
      ...(account ? [accounts.inserter.insertion(account, user)] : []),
      ...(session ? [sessions.inserter.insertion(session, user)] : []),
      ...(proof
        ? [accounts.updateOf({ ...proof, userId: user.id }, { patch: { emailVerified: true } })]
        : []),
      ...addressChanges(tables, user, address),
    ],
  );
}

/** An address that the user has proven is no longer proven by an account, and not under the former. */
function addressChanges(
  { users, accounts }: AuthTables,
  { id, email: former }: AdapterUser,
  { email, emailVerified }: Pick<Addition, 'email' | 'emailVerified'>,
): Change[] {
  if (email === undefined) return [];
  const patch = { ...withoutEmptyEmail({ email }), ...(emailVerified && { emailVerified }) };
  const changes = [users.updateOf({ id }, { patch })];
  if (!emailVerified) return changes;
  if (accounts.metadata.findColumnWithPropertyName('emailVerified'))
    changes.push(accounts.updateOf({ userId: id }, { patch: { emailVerified: false } }));
  if (!former) return changes;
  const mailbox = { userId: id, type: 'email', providerAccountId: former };
  return [...changes, accounts.updateOf(mailbox, { patch: { providerAccountId: email } })];
}

/** Compares what matters for access; an empty address is stored as null. */
function isSame(before: AdapterUser, now: AdapterUser): boolean {
  const isAsProven = Boolean(before.emailVerified) === Boolean(now.emailVerified);
  const isAsEnded = timeOf(before.accessEndedAt) === timeOf(now.accessEndedAt);
  return isAsProven && isAsEnded && (before.email || null) === (now.email || null);
}

function timeOf(date: Date | null | undefined): number {
  return date?.getTime() ?? 0;
}
