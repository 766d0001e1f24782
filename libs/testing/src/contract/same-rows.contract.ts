import type { AdapterAccount } from '@authnest/core';
import { aUser, anAccount } from '../builders.js';
import { hasOperation, type ContractSubject } from './contract-subject.js';
import { race } from './outcomes.js';
import { testGlobals } from './test-globals.js';

/** More rows of one user than a careless limit returns. */
const MANY = 30;

/** Tests that a row is the same, whichever operation stored it, and whichever finds it. */
export function describeSameRows(subject: ContractSubject): void {
  const { describe, it, expect } = testGlobals();
  const has = (column: string) => subject.adapter.columns?.some((listed) => listed === column);

  /** An account with every column that the adapter lists. */
  const accountWithAll = (overrides: Partial<AdapterAccount> = {}) =>
    anAccount({
      ...(has('accounts.emailVerified') && { emailVerified: false }),
      ...(has('accounts.linkedAt') && { linkedAt: new Date('2026-05-04T07:08:09.123Z') }),
      ...overrides,
    });

  async function expectFound(account: AdapterAccount, userId: string) {
    const { provider, providerAccountId } = account;
    const stored = { ...account, userId };
    if (hasOperation(subject.adapter, 'getAccount'))
      expect(await subject.adapter.getAccount(providerAccountId, provider)).toMatchObject(stored);
    if (!hasOperation(subject.adapter, 'listAccountsByUserId')) return;
    const listed = await subject.adapter.listAccountsByUserId(userId);
    expect(listed.find((row) => row.providerAccountId === providerAccountId)).toMatchObject(stored);
  }

  describe('rows', () => {
    it('a user is the same by every look-up, with the end of access', async () => {
      const { id, email } = await subject.storedUser();
      if (hasOperation(subject.adapter, 'endAccess'))
        await subject.adapter.endAccess({ userId: id, at: new Date('2026-05-06T07:08:09.123Z') });
      const { provider, providerAccountId } = await subject.storedAccount({ userId: id });
      const { sessionToken } = await subject.storedSession({ userId: id });

      const user = await subject.adapter.getUser(id);

      expect(await subject.adapter.getUserByEmail(email)).toEqual(user);
      expect(await subject.adapter.getUserByAccount({ provider, providerAccountId })).toEqual(user);
      expect((await subject.adapter.getSessionAndUser(sessionToken))?.user).toEqual(user);
    });

    it('an account is the same, whichever operation stores it', async () => {
      const { id: userId } = await subject.storedUser();
      const linked = accountWithAll({ userId });
      await subject.adapter.linkAccount(linked);
      await expectFound(linked, userId);

      if (!hasOperation(subject.adapter, 'registerUser')) return;
      const first = accountWithAll();
      const user = await subject.adapter.registerUser({ user: aUser(), account: first });
      await expectFound(first, user?.id ?? '');

      if (!user || !hasOperation(subject.adapter, 'addToUser')) return;
      const further = accountWithAll();
      await subject.adapter.addToUser({ user, account: further });
      await expectFound(further, user.id);
    });

    it('an account is listed with the version of its tokens', async () => {
      if (!hasOperation(subject.adapter, 'advanceAccount')) return;
      if (!hasOperation(subject.adapter, 'listAccountsByUserId')) return;
      const { userId, provider, providerAccountId } = await subject.storedAccount();
      const key = { userId, provider, providerAccountId };

      await subject.adapter.advanceAccount({ ...key, tokenVersion: 1 });

      const listed = await subject.adapter.listAccountsByUserId(userId);
      expect(listed).toMatchObject([{ ...key, tokenVersion: 1 }]);
    });

    it('updateSession clears the provider of a session, if the adapter lists the column', async () => {
      if (!has('sessions.provider')) return;
      const { sessionToken } = await subject.storedSession({ provider: 'github' });

      await subject.adapter.updateSession({ sessionToken, provider: null });

      const found = await subject.adapter.getSessionAndUser(sessionToken);
      expect(found?.session.provider ?? null).toBeNull();
    });

    it('every account, session and passkey of a user is listed', async () => {
      const { adapter } = subject;
      const { id: userId } = await subject.storedUser();
      for (const [list, store] of [
        ['listAccountsByUserId', () => subject.storedAccount({ userId })],
        ['listSessionsByUserId', () => subject.storedSession({ userId })],
        ['listAuthenticatorsByUserId', () => subject.storedAuthenticator({ userId })],
      ] as const) {
        if (!hasOperation(adapter, list)) continue;
        for (let stored = 0; stored < MANY; stored += 1) await store();
        expect((await adapter[list](userId)).length).toBe(MANY);
      }
    });

    it('an address is given to one of 20 users at once', async () => {
      const { email } = aUser();
      const users = await Promise.all(Array.from({ length: 20 }, () => subject.storedUser()));
      const waiting = users.map(({ id }) => id);

      const { rejected } = await race(20, () =>
        subject.adapter.updateUser({ id: waiting.pop() ?? '', email }),
      );

      const now = await Promise.all(users.map(async ({ id }) => subject.adapter.getUser(id)));
      expect(rejected).toBe(19);
      expect(now.filter((user) => user?.email === email).length).toBe(1);
    });

    it('creates one user in 20 parallel first sign-ins with the same address', async () => {
      if (!hasOperation(subject.adapter, 'registerUser')) return;
      const { email } = aUser();

      const { fulfilled } = await race(20, () =>
        subject.adapter.registerUser({ user: aUser({ email }), account: anAccount() }),
      );

      const created = fulfilled.filter((user) => user !== null);
      expect(created).toEqual([await subject.adapter.getUserByEmail(email)]);
    });
  });
}
