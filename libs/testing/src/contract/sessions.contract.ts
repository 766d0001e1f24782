import { types } from 'node:util';
import { aSession } from '../builders.js';
import type { ContractSubject } from './contract-subject.js';
import { resultOf, isRefused, NO_KEYS, race } from './outcomes.js';
import { testGlobals } from './test-globals.js';

/** Tests for database sessions. @see docs/design/wire-contract.md 13.2 */
export function describeSessions(subject: ContractSubject): void {
  const { describe, it, expect } = testGlobals();

  describe('sessions', () => {
    it('getSessionAndUser finds exactly the session and its user', async () => {
      const user = await subject.storedUser();
      const session = aSession({ userId: user.id });
      const created = await subject.adapter.createSession(session);
      await subject.storedSession();

      const found = await subject.adapter.getSessionAndUser(session.sessionToken);

      expect(created).toMatchObject(session);
      expect(Object.keys(found ?? {}).sort()).toEqual(['session', 'user']);
      expect(found?.session).toMatchObject(session);
      expect(types.isDate(found?.session.expires)).toBe(true);
      expect(found?.user).toEqual(user);
    });

    it('getSessionAndUser returns null for an unknown token', async () => {
      const { sessionToken } = await subject.storedSession();

      expect(await subject.adapter.getSessionAndUser('unknown')).toBeNull();
      expect(await subject.adapter.getSessionAndUser(`${sessionToken} `)).toBeNull();
    });

    it('distinguishes tokens that differ only in case', async () => {
      const { sessionToken } = aSession();
      await subject.storedSession({ sessionToken: `a${sessionToken}` });

      expect(await subject.adapter.getSessionAndUser(`A${sessionToken}`)).toBeNull();
    });

    it('getSessionAndUser also returns an expired session: the caller checks expires', async () => {
      const { sessionToken } = await subject.storedSession({
        expires: new Date(1_700_000_000_000),
      });

      const found = await subject.adapter.getSessionAndUser(sessionToken);

      expect(found?.session.expires).toEqual(new Date(1_700_000_000_000));
    });

    it('updateSession sets expires to the exact millisecond, in winter and in summer', async () => {
      const { sessionToken } = await subject.storedSession();

      for (const time of ['2031-01-15T02:30:00.123Z', '2031-07-15T02:30:00.987Z']) {
        await subject.adapter.updateSession({ sessionToken, expires: new Date(time) });

        const found = await subject.adapter.getSessionAndUser(sessionToken);
        expect(found?.session.expires.toISOString()).toBe(time);
      }
    });

    it('updateSession changes only the given session', async () => {
      const changed = await subject.storedSession();
      const other = await subject.storedSession();

      const { sessionToken } = changed;
      await subject.adapter.updateSession({ sessionToken, expires: new Date(2_000_000_000_000) });

      const found = await subject.adapter.getSessionAndUser(other.sessionToken);
      expect(found?.session.expires).toEqual(other.expires);
      expect((await subject.adapter.getSessionAndUser(sessionToken))?.user.id).toBe(changed.userId);
    });

    it('updateSession never restores a deleted session', async () => {
      const session = await subject.storedSession();
      await subject.adapter.deleteSession(session.sessionToken);

      const updated = await resultOf(() => subject.adapter.updateSession(session));

      expect(updated).toBeNull();
      expect(await subject.adapter.getSessionAndUser(session.sessionToken)).toBeNull();
    });

    it('deleteSession removes only the given session', async () => {
      const user = await subject.storedUser();
      const gone = await subject.storedSession({ userId: user.id });
      const stays = await subject.storedSession({ userId: user.id });

      await subject.adapter.deleteSession(gone.sessionToken);

      expect(await subject.adapter.getSessionAndUser(gone.sessionToken)).toBeNull();
      const found = await subject.adapter.getSessionAndUser(stays.sessionToken);
      expect(found?.user).toEqual(user);
    });

    it('deleteSession does not throw if the session was deleted before', async () => {
      const { sessionToken } = await subject.storedSession();
      await subject.adapter.deleteSession(sessionToken);

      expect(await isRefused(() => subject.adapter.deleteSession(sessionToken))).toBe(false);
    });

    it('refuses a second session with the same token', async () => {
      const { sessionToken } = await subject.storedSession();
      const { id: userId } = await subject.storedUser();
      const second = aSession({ sessionToken, userId });

      expect(await isRefused(() => subject.adapter.createSession(second))).toBe(true);
    });

    it('creates one session in 20 parallel calls with the same token', async () => {
      const { id: userId } = await subject.storedUser();
      const session = aSession({ userId });

      const { fulfilled } = await race(20, () => subject.adapter.createSession({ ...session }));

      expect(fulfilled.length).toBe(1);
    });

    it('stores createdAt if the adapter lists the column', async () => {
      if (!subject.adapter.columns?.includes('sessions.createdAt')) return;
      const createdAt = new Date('2026-05-06T07:08:09.123Z');
      const { sessionToken } = await subject.storedSession({ createdAt });

      const found = await subject.adapter.getSessionAndUser(sessionToken);

      expect(found?.session.createdAt).toEqual(createdAt);
    });

    for (const [name, value] of NO_KEYS) {
      it(`${name} as a key finds, changes and removes no session`, async () => {
        const session = await subject.storedSession();
        const expires = new Date(2_000_000_000_000);

        expect(await resultOf(() => subject.adapter.getSessionAndUser(value))).toBeNull();
        await resultOf(() => subject.adapter.updateSession({ sessionToken: value, expires }));
        await resultOf(() => subject.adapter.deleteSession(value));

        const found = await subject.adapter.getSessionAndUser(session.sessionToken);
        expect(found?.session.expires).toEqual(session.expires);
      });
    }
  });
}
