import { aSession, aUser, anAccount, anAuthenticator } from '../builders.js';
import { hasOperation, type ContractSubject } from './contract-subject.js';
import { isRefused } from './outcomes.js';
import { testGlobals } from './test-globals.js';

const PROVEN = new Date('2026-03-10T12:00:00.000Z');
const RACES = 10;

/**
 * Tests for adding accounts, sessions and passkeys to a user, and for removing them when the
 * user's address is proven.
 * @see docs/design/decisions.md 26
 */
export function describeProofState(subject: ContractSubject): void {
  const { describe, it, expect } = testGlobals();
  const lacks = () =>
    !hasOperation(subject.adapter, 'addToUser') || !hasOperation(subject.adapter, 'proveUser');

  function access() {
    const { userId: _account, ...account } = anAccount();
    const { userId: _session, ...session } = aSession();
    const { userId: _authenticator, ...authenticator } = anAuthenticator();
    const withPasskey = hasOperation(subject.adapter, 'createAuthenticator');
    return { account, session, ...(withPasskey && { authenticator }) };
  }

  /** Returns how many parts of an addition are stored. */
  async function stored({ account, session, authenticator }: ReturnType<typeof access>) {
    const { adapter } = subject;
    const parts = [
      await adapter.getUserByAccount(account),
      await adapter.getSessionAndUser(session.sessionToken),
      authenticator ? await adapter.getAuthenticator(authenticator.credentialID) : null,
    ];
    return parts.filter((part) => part !== null).length;
  }

  describe('addToUser', () => {
    it('stores the account, session and passkey together if the user is unchanged', async () => {
      if (lacks()) return;
      const user = await subject.storedUser({ emailVerified: null });
      const addition = access();

      expect(await subject.adapter.addToUser({ user, ...addition })).toBe(true);

      const found = await subject.adapter.getSessionAndUser(addition.session.sessionToken);
      expect(found?.user).toEqual(user);
      expect((await subject.adapter.getUserByAccount(addition.account))?.id).toBe(user.id);
      expect(await stored(addition)).toBe(addition.authenticator ? 3 : 2);
    });

    it('stores an addition for a user without an address', async () => {
      if (lacks()) return;
      const { id } = await subject.storedUser({ email: '', emailVerified: null });
      const user = (await subject.adapter.getUser(id)) ?? aUser({ id });

      expect(await subject.adapter.addToUser({ user, ...access() })).toBe(true);
    });

    for (const [name, change] of [
      ['whose address was proven in the meantime', { emailVerified: PROVEN }],
      ['whose address was changed in the meantime', { email: 'changed@contract.example' }],
    ] as const) {
      it(`returns false for a user ${name}, and stores nothing`, async () => {
        if (lacks()) return;
        const user = await subject.storedUser({ emailVerified: null });
        const addition = access();
        await subject.adapter.updateUser({ id: user.id, ...change });

        expect(await subject.adapter.addToUser({ user, ...addition })).toBe(false);

        expect(await stored(addition)).toBe(0);
      });
    }

    it('returns false for a deleted user, and stores nothing', async () => {
      if (lacks()) return;
      const user = await subject.storedUser();
      const addition = access();
      await subject.adapter.deleteUser(user.id);

      expect(await subject.adapter.addToUser({ user, ...addition })).toBe(false);

      expect(await stored(addition)).toBe(0);
    });

    it('throws if a unique key is taken, and stores nothing', async () => {
      if (lacks()) return;
      const user = await subject.storedUser();
      const addition = access();
      const { userId: _, ...session } = await subject.storedSession();

      const refused = await isRefused(() =>
        subject.adapter.addToUser({ user, ...addition, session }),
      );

      expect(refused).toBe(true);
      expect(await stored(addition)).toBe(0);
    });
  });

  describe('proveUser', () => {
    it('sets emailVerified and removes the accounts, sessions and passkeys', async () => {
      if (lacks()) return;
      const user = await subject.storedUser({ emailVerified: null });
      const addition = access();
      await subject.adapter.addToUser({ user, ...addition });
      const other = await subject.storedSession();

      const proven = await subject.adapter.proveUser({ id: user.id, emailVerified: PROVEN });

      const hasEnd = subject.adapter.columns?.includes('users.accessEndedAt');
      const ended = hasEnd && { accessEndedAt: PROVEN };
      expect(proven).toEqual({ ...user, emailVerified: PROVEN, ...ended });
      expect(await subject.adapter.getUser(user.id)).toEqual(proven);
      expect(await stored(addition)).toBe(0);
      const left = await subject.adapter.getSessionAndUser(other.sessionToken);
      expect(left?.user.id).toBe(other.userId);
    });

    it('returns null if the address was already proven, and removes nothing', async () => {
      if (lacks()) return;
      const user = await subject.storedUser({ emailVerified: PROVEN });
      const addition = access();
      await subject.adapter.addToUser({ user, ...addition });

      const again = await subject.adapter.proveUser({ id: user.id, emailVerified: new Date() });

      expect(again).toBeNull();
      expect((await subject.adapter.getUser(user.id))?.emailVerified).toEqual(PROVEN);
      expect(await stored(addition)).toBe(addition.authenticator ? 3 : 2);
    });

    it('returns null for a deleted user', async () => {
      if (lacks()) return;
      const { id } = await subject.storedUser();
      await subject.adapter.deleteUser(id);

      expect(await subject.adapter.proveUser({ id, emailVerified: PROVEN })).toBeNull();
    });

    it('leaves nothing behind from a concurrent addToUser (V1)', async () => {
      if (lacks()) return;
      const { adapter } = subject;
      for (let round = 0; round < RACES; round += 1) {
        const user = await subject.storedUser({ emailVerified: null });
        const additions = Array.from({ length: 4 }, access);

        const [proofs, outcomes] = await Promise.all([
          Promise.all(
            [1, 2].map(async () => adapter.proveUser({ id: user.id, emailVerified: PROVEN })),
          ),
          Promise.allSettled(additions.map(async (one) => adapter.addToUser({ user, ...one }))),
        ]);

        expect(proofs.filter((proof) => proof !== null).length).toBe(1);
        expect(outcomes.filter(({ status }) => status === 'rejected')).toEqual([]);
        for (const addition of additions) expect(await stored(addition)).toBe(0);
      }
    });
  });
}
