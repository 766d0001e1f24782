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

    for (const [name, change] of [
      ['is unchanged', null],
      ['has another address', { email: aUser().email }],
      ['was proven', { emailVerified: PROVEN }],
    ] as const) {
      it(`stores a proof and an address only for a user who ${name}`, async () => {
        const hasProof = subject.adapter.columns?.includes('accounts.emailVerified');
        if (lacks() || !hasProof || !hasOperation(subject.adapter, 'getAccount')) return;
        const user = await subject.storedUser({ emailVerified: null });
        const { account } = access();
        const { provider, providerAccountId } = account;
        await subject.adapter.addToUser({ user, account: { ...account, emailVerified: false } });
        if (change) await subject.adapter.updateUser({ id: user.id, ...change });
        const isUnchanged = change === null;

        expect(
          await subject.adapter.addToUser({ user, proof: { provider, providerAccountId } }),
        ).toBe(isUnchanged);
        expect(await subject.adapter.addToUser({ user, email: '' })).toBe(isUnchanged);

        const kept = await subject.adapter.getAccount(providerAccountId, provider);
        expect(kept?.emailVerified).toBe(isUnchanged);
        const { email } = (await subject.adapter.getUser(user.id)) ?? {};
        expect(email || '').toBe(isUnchanged ? '' : { ...user, ...change }.email);
      });
    }

    for (const emailVerified of [PROVEN, null]) {
      const which = emailVerified ? 'a proven' : 'an unproven';
      it(`replaces ${which} address and what proved it in one step (K47)`, async () => {
        if (lacks() || !hasOperation(subject.adapter, 'getAccount')) return;
        const { adapter } = subject;
        const user = await subject.storedUser({ emailVerified });
        const other = await subject.storedAccount();
        const { account } = access();
        const mailbox = { provider: 'email', type: 'email' as const };
        await adapter.addToUser({ user, account: { ...account, emailVerified: true } });
        await adapter.addToUser({ user, account: { ...mailbox, providerAccountId: user.email } });
        const email = aUser().email;
        const now = new Date('2026-03-11T12:00:00.123Z');

        expect(await adapter.addToUser({ user, email, emailVerified: now })).toBe(true);

        expect(await adapter.getUser(user.id)).toEqual({ ...user, email, emailVerified: now });
        expect(await adapter.getAccount(user.email, 'email')).toBeNull();
        expect((await adapter.getAccount(email, 'email'))?.userId).toBe(user.id);
        const kept = await adapter.getAccount(account.providerAccountId, account.provider);
        const tells = adapter.columns?.includes('accounts.emailVerified');
        expect(kept?.emailVerified).toBe(tells ? false : undefined);
        expect(await adapter.getUserByAccount(other)).toMatchObject({ id: other.userId });
      });
    }

    it('gives an address to one of 20 users who prove it at once (K48)', async () => {
      if (lacks()) return;
      const { email } = aUser();
      const users = await Promise.all(Array.from({ length: 20 }, () => subject.storedUser()));
      const emailVerified = PROVEN;

      const outcomes = await Promise.allSettled(
        users.map(async (user) => subject.adapter.addToUser({ user, email, emailVerified })),
      );

      const won = outcomes.filter((one) => one.status === 'fulfilled' && one.value);
      expect(won.length).toBe(1);
      const now = await Promise.all(users.map(async ({ id }) => subject.adapter.getUser(id)));
      expect(now.filter((user) => user?.email === email).length).toBe(1);
      expect(now.filter((user, at) => user?.email === users[at]?.email).length).toBe(19);
    });

    it('changes an address once if it is changed twice at once (K48)', async () => {
      if (lacks()) return;
      const user = await subject.storedUser();
      const emails = [aUser().email, aUser().email];

      const changed = await Promise.all(
        emails.map(async (email) =>
          subject.adapter.addToUser({ user, email, emailVerified: PROVEN }),
        ),
      );

      expect(changed.filter((isChanged) => isChanged).length).toBe(1);
      const { email } = (await subject.adapter.getUser(user.id)) ?? {};
      expect(email).toBe(emails[changed.indexOf(true)]);
    });

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
