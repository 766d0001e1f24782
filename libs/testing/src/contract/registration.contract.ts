import { aSession, aUser, anAccount, anAuthenticator } from '../builders.js';
import { hasOperation, type ContractSubject } from './contract-subject.js';
import { resultOf, isRefused, NO_KEYS, race } from './outcomes.js';
import { testGlobals } from './test-globals.js';

/**
 * Tests for first sign-ins, if the adapter has `registerUser`.
 * @see docs/design/decisions.md 26
 */
export function describeRegistration(subject: ContractSubject): void {
  const { describe, it, expect } = testGlobals();
  const lacks = () => !hasOperation(subject.adapter, 'registerUser');

  function registration() {
    const user = aUser();
    const { userId: _account, ...account } = anAccount();
    const { userId: _session, ...session } = aSession();
    return { user, account, session };
  }

  describe('registerUser', () => {
    it('stores user, account and session together', async () => {
      if (lacks()) return;
      const { user, account, session } = registration();

      const created = await subject.adapter.registerUser({ user, account, session });

      expect(created).toMatchObject({ ...user, id: created?.id ?? '' });
      expect(await subject.adapter.getUserByAccount(account)).toEqual(created);
      const found = await subject.adapter.getSessionAndUser(session.sessionToken);
      expect(found?.user).toEqual(created);
      expect(found?.session).toMatchObject({ ...session, userId: created?.id ?? '' });
    });

    it('stores a passkey together with its user, or neither of them', async () => {
      if (lacks() || !hasOperation(subject.adapter, 'createAuthenticator')) return;
      const { user, account, session } = registration();
      const { userId: _, ...authenticator } = anAuthenticator();
      const { adapter } = subject;
      const all = { user, account, session, authenticator };

      const created = await adapter.registerUser(all);
      const other = registration();
      const taken = await adapter.registerUser({ ...other, authenticator });

      const found = await adapter.getAuthenticator(authenticator.credentialID);
      expect(found).toMatchObject({ ...authenticator, userId: created?.id ?? '' });
      expect(taken).toBeNull();
      expect(await adapter.getUserByEmail(other.user.email)).toBeNull();
      expect(await adapter.getUserByAccount(other.account)).toBeNull();
    });

    it('stores a user without account and session', async () => {
      if (lacks()) return;
      const { user } = registration();

      const created = await subject.adapter.registerUser({ user });

      expect(await subject.adapter.getUserByEmail(user.email)).toEqual(created);
    });

    it('returns null if the address is taken, and stores nothing', async () => {
      if (lacks()) return;
      const { account, session } = registration();
      const { email } = await subject.storedUser();

      const user = aUser({ email });
      expect(await subject.adapter.registerUser({ user, account, session })).toBeNull();

      expect(await subject.adapter.getUserByAccount(account)).toBeNull();
      expect(await subject.adapter.getSessionAndUser(session.sessionToken)).toBeNull();
    });

    it('returns null if the account is linked, and stores no user', async () => {
      if (lacks()) return;
      const { user, session } = registration();
      const account = await subject.storedAccount();

      expect(await subject.adapter.registerUser({ user, account, session })).toBeNull();

      expect(await subject.adapter.getUserByEmail(user.email)).toBeNull();
      expect((await subject.adapter.getUserByAccount(account))?.id).toBe(account.userId);
    });

    it('returns null if the session token is taken, and stores neither user nor account', async () => {
      if (lacks()) return;
      const { user, account } = registration();
      const session = await subject.storedSession();

      expect(await subject.adapter.registerUser({ user, account, session })).toBeNull();

      expect(await subject.adapter.getUserByEmail(user.email)).toBeNull();
      expect(await subject.adapter.getUserByAccount(account)).toBeNull();
    });

    it('throws if a row cannot be stored, and stores nothing', async () => {
      if (lacks()) return;
      const { user, account, session } = registration();
      const broken = { ...session, expires: new Date(Number.NaN) };
      const { adapter } = subject;

      const refused = await isRefused(() =>
        adapter.registerUser({ user, account, session: broken }),
      );

      // If the store accepts an invalid date, it must have stored every row.
      expect((await adapter.getUserByEmail(user.email)) === null).toBe(refused);
      expect((await adapter.getUserByAccount(account)) === null).toBe(refused);
    });

    it('creates one user in 20 parallel first sign-ins with the same account', async () => {
      if (lacks()) return;
      const { user, account } = registration();

      const { fulfilled, rejected } = await race(20, () => {
        const { userId: _, ...session } = aSession();
        return subject.adapter.registerUser({
          user: aUser({ email: user.email }),
          account,
          session,
        });
      });

      expect(rejected).toBe(0);
      const created = fulfilled.filter((result) => result !== null);
      expect(created).toEqual([await subject.adapter.getUserByAccount(account)]);
    });
  });

  describe('updateAccount', () => {
    const lacksUpdate = () => !hasOperation(subject.adapter, 'updateAccount');

    it('changes only the given members of the given account, and clears them with null', async () => {
      if (lacksUpdate()) return;
      const changed = await subject.storedAccount();
      const other = await subject.storedAccount();
      const { provider, providerAccountId } = changed;

      await subject.adapter.updateAccount({
        provider,
        providerAccountId,
        access_token: 'new',
        refresh_token: undefined,
        expires_at: 1_950_000_000,
        ...({ scope: null } as object),
      });

      const { getAccount } = subject.adapter;
      const found = await getAccount.call(subject.adapter, providerAccountId, provider);
      const { scope: _, ...kept } = changed;
      expect(found).toMatchObject({ ...kept, access_token: 'new', expires_at: 1_950_000_000 });
      expect(found?.scope ?? null).toBeNull();
      expect(
        await getAccount.call(subject.adapter, other.providerAccountId, provider),
      ).toMatchObject({ ...other });
    });

    it('never moves an account to another user', async () => {
      if (lacksUpdate()) return;
      const account = await subject.storedAccount();
      const { id: userId } = await subject.storedUser();

      await resultOf(() => subject.adapter.updateAccount({ ...account, userId }));

      expect((await subject.adapter.getUserByAccount(account))?.id).toBe(account.userId);
    });

    it('never creates an account', async () => {
      if (lacksUpdate()) return;
      const account = anAccount({ userId: (await subject.storedUser()).id });

      expect(await resultOf(() => subject.adapter.updateAccount(account))).toBeNull();

      expect(await subject.adapter.getUserByAccount(account)).toBeNull();
    });

    for (const [name, value] of NO_KEYS) {
      it(`${name} as a key changes no account`, async () => {
        if (lacksUpdate()) return;
        const account = await subject.storedAccount();
        const { provider, providerAccountId } = account;

        for (const key of [
          { provider, providerAccountId: value },
          { provider: value, providerAccountId },
        ]) {
          await resultOf(() => subject.adapter.updateAccount({ ...key, access_token: 'Mallory' }));
        }

        expect(await subject.adapter.getAccount(providerAccountId, provider)).toMatchObject(
          account,
        );
      });
    }
  });
}
