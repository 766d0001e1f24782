import type { AdapterUser } from '@authnest/core';
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

  const proofOf = ({ id, email }: AdapterUser) => ({ id, email, emailVerified: PROVEN });

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

      const proven = await subject.adapter.proveUser(proofOf(user));

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

      const again = await subject.adapter.proveUser({
        ...proofOf(user),
        emailVerified: new Date(),
      });

      expect(again).toBeNull();
      expect((await subject.adapter.getUser(user.id))?.emailVerified).toEqual(PROVEN);
      expect(await stored(addition)).toBe(addition.authenticator ? 3 : 2);
    });

    for (const keepsAccess of [false, true]) {
      const name = keepsAccess ? ', also if access is to be kept' : '';
      it(`returns null if the user has another address, and changes nothing${name} (AT3)`, async () => {
        if (lacks()) return;
        const user = await subject.storedUser({ emailVerified: null });
        const addition = access();
        await subject.adapter.addToUser({ user, ...addition });
        await subject.adapter.updateUser({ id: user.id, email: `changed.${user.email}` });
        const before = await subject.adapter.getUser(user.id);

        expect(await subject.adapter.proveUser({ ...proofOf(user), keepsAccess })).toBeNull();

        expect(await subject.adapter.getUser(user.id)).toEqual(before);
        expect(await stored(addition)).toBe(addition.authenticator ? 3 : 2);
      });
    }

    it('keeps the accounts, sessions and passkeys if asked, and ends no access', async () => {
      if (lacks()) return;
      const user = await subject.storedUser({ emailVerified: null });
      const addition = access();
      await subject.adapter.addToUser({ user, ...addition });

      const proven = await subject.adapter.proveUser({ ...proofOf(user), keepsAccess: true });

      expect(proven).toEqual({ ...user, emailVerified: PROVEN });
      expect(await subject.adapter.getUser(user.id)).toEqual(proven);
      expect(await stored(addition)).toBe(addition.authenticator ? 3 : 2);
      expect(await subject.adapter.proveUser({ ...proofOf(user), keepsAccess: true })).toBeNull();
    });

    it('returns null for a deleted user', async () => {
      if (lacks()) return;
      const user = await subject.storedUser();
      await subject.adapter.deleteUser(user.id);

      expect(await subject.adapter.proveUser(proofOf(user))).toBeNull();
    });

    it('proves no address that the user gets at the same moment (AT3)', async () => {
      if (lacks()) return;
      const { adapter } = subject;
      for (let round = 0; round < RACES; round += 1) {
        const user = await subject.storedUser({ emailVerified: null });
        const changed = { id: user.id, email: `${user.id}@new.example`, emailVerified: null };

        await Promise.all([
          adapter.proveUser({ ...proofOf(user), keepsAccess: round % 2 === 0 }),
          adapter.updateUser(changed),
        ]);

        expect(await adapter.getUser(user.id)).toMatchObject(changed);
      }
    });

    it('leaves nothing behind from a concurrent addToUser (V1)', async () => {
      if (lacks()) return;
      const { adapter } = subject;
      for (let round = 0; round < RACES; round += 1) {
        const user = await subject.storedUser({ emailVerified: null });
        const additions = Array.from({ length: 4 }, access);

        const [proofs, outcomes] = await Promise.all([
          Promise.all([1, 2].map(async () => adapter.proveUser(proofOf(user)))),
          Promise.allSettled(additions.map(async (one) => adapter.addToUser({ user, ...one }))),
        ]);

        expect(proofs.filter((proof) => proof !== null).length).toBe(1);
        expect(outcomes.filter(({ status }) => status === 'rejected')).toEqual([]);
        for (const addition of additions) expect(await stored(addition)).toBe(0);
      }
    });
  });
}
