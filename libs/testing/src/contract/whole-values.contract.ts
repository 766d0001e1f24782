import { randomUUID } from 'node:crypto';
import { anAccount, aSession, aVerificationToken } from '../builders.js';
import { hasOperation, type ContractSubject } from './contract-subject.js';
import { isRefused } from './outcomes.js';
import { testGlobals } from './test-globals.js';

/** Longer than the columns of many databases. */
const LONG = 'a'.repeat(255);
const TIME = new Date('2100-05-06T07:08:09.987Z');
/** The number of rounds in which two calls compete. */
const ROUNDS = 5;

/**
 * Tests for what an adapter must not do by halves: delete some of the rows, store a part of a value,
 * or give up because of a parallel call.
 * @see docs/design/security-bar.md DT23
 */
export function describeWholeValues(subject: ContractSubject): void {
  const { describe, it, expect } = testGlobals();
  const isThere = async (token: string) =>
    (await subject.adapter.getSessionAndUser(token)) !== null;

  async function sessionsOf(userId: string, count: number): Promise<string[]> {
    const tokens: string[] = [];
    for (let nth = 0; nth < count; nth += 1) {
      tokens.push((await subject.storedSession({ userId })).sessionToken);
    }
    return tokens;
  }

  describe('whole rows and values', () => {
    it('a session that is extended while it is deleted has ended', async () => {
      for (let round = 0; round < ROUNDS; round += 1) {
        const session = await subject.storedSession();
        const { sessionToken } = session;

        const [, deleted] = await Promise.allSettled([
          subject.adapter.updateSession({ ...session, expires: TIME }),
          subject.adapter.deleteSession(sessionToken),
          subject.adapter.updateSession({ ...session, expires: new Date(TIME.getTime() + 1) }),
        ]);

        // A store may refuse one of two parallel calls, but not without an error.
        if (deleted.status === 'fulfilled') expect(await isThere(sessionToken)).toBe(false);
      }
    });

    it('sessions that are deleted at once have all ended', async () => {
      const { id: userId } = await subject.storedUser();
      const tokens = await sessionsOf(userId, 5);

      const deleted = await Promise.allSettled(
        tokens.map(async (token) => subject.adapter.deleteSession(token)),
      );

      for (const [nth, token] of tokens.entries()) {
        if (deleted[nth]?.status === 'fulfilled') expect(await isThere(token)).toBe(false);
      }
    });

    it('a change to a returned row changes nothing in the store', async () => {
      const { sessionToken, userId, expires } = await subject.storedSession();
      const found = await subject.adapter.getSessionAndUser(sessionToken);
      const user = await subject.adapter.getUser(userId);
      const name = user?.name;

      for (const one of [found?.user, user]) if (one) one.name = 'changed';
      if (found) found.session.expires = new Date(0);

      expect((await subject.adapter.getUser(userId))?.name).toBe(name);
      const again = await subject.adapter.getSessionAndUser(sessionToken);
      expect(again?.user.name).toBe(name);
      expect(again?.session.expires).toEqual(expires);
    });

    it('deleteSessionsByUserId deletes every session, also those that are extended meanwhile', async () => {
      if (!hasOperation(subject.adapter, 'deleteSessionsByUserId')) return;
      const { id: userId } = await subject.storedUser();
      const tokens = await sessionsOf(userId, 5);

      const [deleted] = await Promise.allSettled([
        subject.adapter.deleteSessionsByUserId(userId),
        ...tokens.map((sessionToken) =>
          subject.adapter.updateSession({ sessionToken, expires: TIME }),
        ),
      ]);

      if (deleted.status === 'rejected') return;
      for (const token of tokens) expect(await isThere(token)).toBe(false);
    });

    it('deleteVerificationTokensByIdentifier deletes every token', async () => {
      if (!hasOperation(subject.adapter, 'deleteVerificationTokensByIdentifier')) return;
      const { identifier } = aVerificationToken();
      const tokens = Array.from({ length: 5 }, () => aVerificationToken({ identifier }));
      for (const token of tokens) await subject.adapter.createVerificationToken(token);

      await subject.adapter.deleteVerificationTokensByIdentifier(identifier);

      for (const token of tokens) {
        expect(await subject.adapter.useVerificationToken(token)).toBeNull();
      }
    });

    it('deleteUser deletes every session and account', async () => {
      const { id: userId } = await subject.storedUser();
      const tokens = await sessionsOf(userId, 4);
      const accounts = Array.from({ length: 4 }, () => anAccount({ userId }));
      for (const account of accounts) await subject.adapter.linkAccount(account);

      await subject.adapter.deleteUser(userId);

      for (const token of tokens) expect(await isThere(token)).toBe(false);
      for (const { provider, providerAccountId } of accounts) {
        const key = { provider, providerAccountId };
        expect(await subject.adapter.getUserByAccount(key)).toBeNull();
      }
    });

    it('a long token of a session is stored whole, or refused', async () => {
      const { id: userId } = await subject.storedUser();
      const long = randomUUID() + LONG;
      const session = aSession({ userId, sessionToken: `${long}1` });
      if (await isRefused(() => subject.adapter.createSession(session))) return;

      expect(await isThere(`${long}2`)).toBe(false);
      expect(await isThere(long.slice(0, 255))).toBe(false);
      expect(await isThere(`${long}1`)).toBe(true);
    });

    it('a long token of a link is stored whole, or refused', async () => {
      const token = randomUUID() + LONG;
      const stored = aVerificationToken({ token: `${token}1` });
      const { identifier } = stored;
      if (await isRefused(() => subject.adapter.createVerificationToken(stored))) return;

      for (const other of [`${token}2`, token.slice(0, 255)]) {
        const key = { identifier, token: other };
        expect(await subject.adapter.useVerificationToken(key)).toBeNull();
      }
      expect(await subject.adapter.useVerificationToken(stored)).toEqual(stored);
    });

    it('a long id of an account is stored whole, or refused', async () => {
      const { id: userId } = await subject.storedUser();
      const long = randomUUID() + LONG;
      const account = anAccount({ userId, providerAccountId: `${long}1` });
      if (await isRefused(() => subject.adapter.linkAccount(account))) return;
      const { provider } = account;

      for (const providerAccountId of [`${long}2`, long.slice(0, 255)]) {
        const key = { provider, providerAccountId };
        expect(await subject.adapter.getUserByAccount(key)).toBeNull();
      }
      expect((await subject.adapter.getUserByAccount(account))?.id).toBe(userId);
    });

    it('the times of a new session and a link keep their milliseconds', async () => {
      const { sessionToken } = await subject.storedSession({ expires: TIME });
      const link = aVerificationToken({ expires: TIME });
      await subject.adapter.createVerificationToken(link);

      const found = await subject.adapter.getSessionAndUser(sessionToken);

      expect(found?.session.expires).toEqual(TIME);
      expect((await subject.adapter.useVerificationToken(link))?.expires).toEqual(TIME);
    });

    it('the time of a mark keeps its milliseconds', async () => {
      if (!hasOperation(subject.adapter, 'markEnded')) return;
      const marker = randomUUID();
      const before = new Date('2026-05-06T07:08:09.987Z');

      await subject.adapter.markEnded({ markers: [marker], before, expires: TIME });

      expect(await subject.adapter.endedBefore([marker])).toEqual(before);
    });
  });
}
