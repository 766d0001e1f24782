import type { AdapterSession } from '@authnest/core';
import { aSession, aUser, anAccount, anAuthenticator } from '../builders.js';
import { hasOperation, type ContractSubject } from './contract-subject.js';
import { testGlobals } from './test-globals.js';

/** The members that each optional column of sessions stands for, with milliseconds. */
const SESSION_MEMBERS: readonly (readonly [string, Partial<AdapterSession>])[] = [
  ['sessions.createdAt', { createdAt: new Date('2026-05-06T07:08:09.123Z') }],
  ['sessions.lastUsedAt', { lastUsedAt: new Date('2026-05-07T07:08:09.456Z') }],
  ['sessions.address', { address: '2001:db8::7' }],
  ['sessions.userAgent', { userAgent: 'Mozilla/5.0 '.repeat(40) }],
  ['sessions.provider', { provider: 'github' }],
  ['sessions.authTime', { amr: 'pwd otp mfa', authTime: new Date('2026-05-08T07:08:09.321Z') }],
  [
    'sessions.providerSession',
    {
      providerSession: 'hash-of-a-sid',
      providerSubject: 'hash-of-a-sub',
      providerTime: new Date('2026-05-05T07:08:09.000Z'),
    },
  ],
];

/**
 * Tests that the columns which the adapter lists are stored, by every operation that stores a row
 * with them.
 * @see docs/design/decisions.md 26
 */
export function describeOptionalColumns(subject: ContractSubject): void {
  const { describe, it, expect } = testGlobals();
  const has = (column: string) => subject.adapter.columns?.some((listed) => listed === column);

  function sessionWithAll(userId?: string) {
    const listed = SESSION_MEMBERS.flatMap(([column, members]) => (has(column) ? [members] : []));
    return Object.assign(
      aSession(userId === undefined ? {} : { userId }),
      ...listed,
    ) as AdapterSession;
  }

  async function expectStored(session: AdapterSession, userId: string) {
    const found = await subject.adapter.getSessionAndUser(session.sessionToken);
    expect(found?.session).toMatchObject({ ...session, userId });
  }

  describe('optional columns', () => {
    it('createSession stores each column of sessions that the adapter lists', async () => {
      const { id } = await subject.storedUser();
      const session = sessionWithAll(id);

      await subject.adapter.createSession(session);

      await expectStored(session, id);
      if (!hasOperation(subject.adapter, 'listSessionsByUserId')) return;
      const [listed = {}] = await subject.adapter.listSessionsByUserId(id);
      expect(listed).toMatchObject(session);
    });

    it('registerUser and addToUser store each column of sessions that the adapter lists', async () => {
      if (!hasOperation(subject.adapter, 'registerUser')) return;
      const { userId: _first, ...first } = sessionWithAll();
      const user = await subject.adapter.registerUser({ user: aUser(), session: first });
      await expectStored(first as AdapterSession, user?.id ?? '');

      if (!user || !hasOperation(subject.adapter, 'addToUser')) return;
      const { userId: _second, ...second } = sessionWithAll();
      await subject.adapter.addToUser({ user, session: second });
      await expectStored(second as AdapterSession, user.id);
    });

    it('updateSession changes lastUsedAt if the adapter lists the column', async () => {
      if (!has('sessions.lastUsedAt')) return;
      const { sessionToken, expires, userId } = await subject.storedSession();
      const lastUsedAt = new Date('2026-06-07T08:09:10.111Z');

      await subject.adapter.updateSession({ sessionToken, lastUsedAt });

      await expectStored({ sessionToken, expires, userId, lastUsedAt }, userId);
    });

    it('accessEndedAt is part of each user that is read, if the adapter lists the column', async () => {
      if (!has('users.accessEndedAt')) return;
      const { adapter } = subject;
      const { id, email } = await subject.storedUser();
      const account = await subject.storedAccount({ userId: id });
      const { sessionToken } = await subject.storedSession({ userId: id });
      const accessEndedAt = new Date('2026-05-03T07:08:09.123Z');
      await adapter.endAccess({ userId: id, at: accessEndedAt });

      const users = {
        updateUser: await adapter.updateUser({ id, name: 'Bill' }),
        getUser: await adapter.getUser(id),
        getUserByEmail: await adapter.getUserByEmail(email),
        getUserByAccount: await adapter.getUserByAccount(account),
        getSessionAndUser: (await adapter.getSessionAndUser(sessionToken))?.user,
      };

      const read = Object.entries(users).map(([name, user]) => [name, user?.accessEndedAt]);
      expect(read).toEqual(Object.keys(users).map((name) => [name, accessEndedAt]));
    });

    it('emailVerified of an account is read as it was stored, if the adapter lists the column', async () => {
      if (!has('accounts.emailVerified')) return;
      const { id: userId } = await subject.storedUser();
      for (const [provider, emailVerified] of Object.entries({ yes: true, no: false })) {
        await subject.adapter.linkAccount({ ...anAccount({ userId, provider }), emailVerified });
      }
      await subject.storedAccount({ userId, provider: 'unknown' });

      if (!hasOperation(subject.adapter, 'listAccountsByUserId')) return;
      const listed = await subject.adapter.listAccountsByUserId(userId);
      const proofs = listed.map(({ provider, emailVerified }) => [provider, emailVerified ?? null]);
      expect(Object.fromEntries(proofs)).toEqual({ yes: true, no: false, unknown: null });
    });

    it('linkedAt of an account is read as it was stored, if the adapter lists the column', async () => {
      if (!has('accounts.linkedAt')) return;
      const { id: userId } = await subject.storedUser();
      const linkedAt = new Date('2026-05-04T07:08:09.123Z');
      await subject.adapter.linkAccount({ ...anAccount({ userId }), linkedAt });

      if (!hasOperation(subject.adapter, 'listAccountsByUserId')) return;
      expect(await subject.adapter.listAccountsByUserId(userId)).toMatchObject([{ linkedAt }]);
    });

    it('updateAuthenticator changes name if the adapter lists the column', async () => {
      if (!has('authenticators.name')) return;
      if (!hasOperation(subject.adapter, 'updateAuthenticator')) return;
      const { id: userId } = await subject.storedUser();
      const authenticator = anAuthenticator({ userId });
      const { credentialID } = authenticator;
      await subject.adapter.createAuthenticator(authenticator);

      await subject.adapter.updateAuthenticator({ credentialID, name: 'My key' });

      const found = await subject.adapter.getAuthenticator(credentialID);
      expect(found).toMatchObject({ ...authenticator, name: 'My key' });
    });
  });
}
