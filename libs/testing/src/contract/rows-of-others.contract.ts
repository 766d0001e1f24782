import { aSession, anAccount, anAuthenticator } from '../builders.js';
import { hasOperation, type ContractSubject } from './contract-subject.js';
import { isRefused, resultOf } from './outcomes.js';
import { testGlobals } from './test-globals.js';

const PROVEN = new Date('2026-03-10T12:00:00.000Z');

/**
 * Tests that an operation for one user neither takes nor changes what belongs to another.
 * @see docs/design/wire-contract.md 13.2
 */
export function describeRowsOfOthers(subject: ContractSubject): void {
  const { describe, it, expect } = testGlobals();

  describe('rows of other users', () => {
    it('deleteUser makes accounts and tokens available again, and keeps those of others', async () => {
      const account = await subject.storedAccount();
      const { sessionToken } = await subject.storedSession({ userId: account.userId });
      const other = await subject.storedAccount();

      await subject.adapter.deleteUser(account.userId);

      const { id: userId } = await subject.storedUser();
      await subject.adapter.linkAccount({ ...account, userId });
      await subject.adapter.createSession(aSession({ sessionToken, userId }));
      expect((await subject.adapter.getUserByAccount(account))?.id).toBe(userId);
      expect((await subject.adapter.getUserByAccount(other))?.id).toBe(other.userId);
    });

    it('updateUser refuses the address of another user', async () => {
      const { email } = await subject.storedUser();
      const { id } = await subject.storedUser();

      expect(await isRefused(() => subject.adapter.updateUser({ id, email }))).toBe(true);
    });

    it('addToUser refuses an account of another user, and stores nothing', async () => {
      if (!hasOperation(subject.adapter, 'addToUser')) return;
      const taken = await subject.storedAccount();
      const user = await subject.storedUser();
      const { userId: _, ...session } = aSession();
      const { adapter } = subject;

      expect(await isRefused(() => adapter.addToUser({ user, account: taken, session }))).toBe(
        true,
      );

      expect((await adapter.getUserByAccount(taken))?.id).toBe(taken.userId);
      expect(await adapter.getSessionAndUser(session.sessionToken)).toBeNull();
    });

    it('addToUser refuses a passkey of another user, and stores nothing', async () => {
      if (!hasOperation(subject.adapter, 'addToUser')) return;
      if (!hasOperation(subject.adapter, 'createAuthenticator')) return;
      const authenticator = await subject.storedAuthenticator();
      const user = await subject.storedUser();
      const { userId: _, ...account } = anAccount();
      const { adapter } = subject;

      expect(await isRefused(() => adapter.addToUser({ user, account, authenticator }))).toBe(true);

      const found = await adapter.getAuthenticator(authenticator.credentialID);
      expect(found?.userId).toBe(authenticator.userId);
      expect(await adapter.getUserByAccount(account)).toBeNull();
    });

    it('proveUser keeps the accounts and passkeys of others', async () => {
      if (!hasOperation(subject.adapter, 'proveUser')) return;
      const { id, email } = await subject.storedUser({ emailVerified: null });
      const account = await subject.storedAccount();
      const withPasskey = hasOperation(subject.adapter, 'createAuthenticator');
      const passkey = withPasskey ? await subject.storedAuthenticator() : undefined;

      await subject.adapter.proveUser({ id, email, emailVerified: PROVEN });

      expect((await subject.adapter.getUserByAccount(account))?.id).toBe(account.userId);
      if (!passkey) return;
      const found = await subject.adapter.getAuthenticator(passkey.credentialID);
      expect(found?.userId).toBe(passkey.userId);
    });

    it('updateAuthenticator never moves a passkey to another user', async () => {
      if (!hasOperation(subject.adapter, 'updateAuthenticator')) return;
      const stored = await subject.storedAuthenticator();
      const { id: userId } = await subject.storedUser();

      await resultOf(() => subject.adapter.updateAuthenticator({ ...stored, userId }));

      const found = await subject.adapter.getAuthenticator(stored.credentialID);
      expect(found?.userId).toBe(stored.userId);
    });

    it('updateAuthenticatorCounter changes only the given passkey', async () => {
      if (!hasOperation(subject.adapter, 'updateAuthenticatorCounter')) return;
      const { credentialID, userId } = await subject.storedAuthenticator();
      const other = anAuthenticator({ userId, counter: 3 });
      await subject.adapter.createAuthenticator(other);

      await subject.adapter.updateAuthenticatorCounter(credentialID, 9);

      expect((await subject.adapter.getAuthenticator(other.credentialID))?.counter).toBe(3);
    });
  });
}
