import { randomUUID } from 'node:crypto';
import { aSession, aUser, anAccount } from '../builders.js';
import { type ContractSubject, hasOperation } from './contract-subject.js';
import { race } from './outcomes.js';
import { testGlobals } from './test-globals.js';

const NOON = Date.parse('2026-03-10T12:00:00.000Z');
const at = (milliseconds: number) => new Date(NOON + milliseconds);

/**
 * Tests for the time when all access of a user ended, if the adapter lists its column.
 * @see docs/design/decisions.md 48
 */
export function describeAccessEnds(subject: ContractSubject): void {
  const { describe, it, expect } = testGlobals();
  const lacks = () => !subject.adapter.columns?.includes('users.accessEndedAt');
  const end = async (userId: string, rest: object = {}) =>
    subject.adapter.endAccess({ userId, at: at(0), ...rest });
  const storedEnd = async (id: string) =>
    (await subject.adapter.getUser(id))?.accessEndedAt?.getTime();
  const sessionOf = async (token: string) =>
    (await subject.adapter.getSessionAndUser(token))?.session;

  describe('endAccess', () => {
    it('stores the time, with milliseconds, for this user only', async () => {
      if (lacks()) return;
      const { id } = await subject.storedUser();
      const other = await subject.storedUser();

      expect(await end(id, { at: at(123) })).toEqual(at(123));

      expect(await storedEnd(id)).toBe(NOON + 123);
      expect(await storedEnd(other.id)).toBe(undefined);
    });

    it('raises the time by a millisecond if it is not later than the stored one', async () => {
      if (lacks()) return;
      const { id } = await subject.storedUser();
      await end(id, { at: at(60_000) });

      expect(await end(id)).toEqual(at(60_001));
      expect(await end(id, { at: at(60_001) })).toEqual(at(60_002));
      expect(await storedEnd(id)).toBe(NOON + 60_002);
    });

    it('gives each of 20 parallel callers another time', async () => {
      if (lacks()) return;
      const { id } = await subject.storedUser();

      const { fulfilled, rejected } = await race(20, () => end(id));

      expect(rejected).toBe(0);
      const times = fulfilled.map((time) => time?.getTime() ?? 0).sort((one, two) => one - two);
      expect(times).toEqual(Array.from({ length: 20 }, (_, n) => NOON + n));
      expect(await storedEnd(id)).toBe(NOON + 19);
    });

    it('changes nothing for a session that is over, or a user who does not exist', async () => {
      if (lacks()) return;
      const session = await subject.storedSession({ createdAt: at(-5) });
      const { userId, sessionToken } = session;
      await end(userId);
      for (const ifEndedBefore of [at(-5), at(0)]) {
        expect(await end(userId, { at: at(9), ifEndedBefore, sessionToken })).toBeNull();
      }
      expect(await storedEnd(userId)).toBe(NOON);
      expect((await sessionOf(sessionToken))?.createdAt).toEqual(at(-5));

      expect(await end(userId, { at: at(9), ifEndedBefore: at(1) })).toEqual(at(9));
      expect(await end(randomUUID())).toBeNull();
    });

    it('moves the session that goes on behind the end, and no other', async () => {
      if (lacks() || !subject.adapter.columns?.includes('sessions.createdAt')) return;
      const session = await subject.storedSession({ createdAt: at(-5) });
      const { userId } = session;
      const other = await subject.storedSession({ userId, createdAt: at(-4) });
      await end(userId, { at: at(-50) });

      await end(userId, { sessionToken: session.sessionToken, ifEndedBefore: at(-5) });

      expect((await sessionOf(session.sessionToken))?.createdAt).toEqual(at(1));
      expect((await sessionOf(other.sessionToken))?.createdAt).toEqual(at(-4));
    });

    it('ends access in the step that proves an address', async () => {
      if (lacks() || !hasOperation(subject.adapter, 'proveUser')) return;
      const { id, email } = await subject.storedUser({ emailVerified: null });
      await end(id);

      const proven = await subject.adapter.proveUser({ id, email, emailVerified: at(0) });

      expect(proven?.accessEndedAt).toEqual(at(1));
      expect(await storedEnd(id)).toBe(NOON + 1);
    });

    it('makes addToUser return false for a user who was read before', async () => {
      if (lacks() || !hasOperation(subject.adapter, 'addToUser')) return;
      const user = await subject.storedUser();
      const { userId: _account, ...account } = anAccount();
      const { userId: _session, ...session } = aSession();
      await end(user.id);

      expect(await subject.adapter.addToUser({ user, account, session })).toBe(false);
      expect(await subject.adapter.getUserByAccount(account)).toBeNull();
      const now = (await subject.adapter.getUser(user.id)) ?? aUser();
      expect(await subject.adapter.addToUser({ user: now, account, session })).toBe(true);
    });

    it('leaves nothing that addToUser stored for a user who was read before', async () => {
      if (lacks() || !hasOperation(subject.adapter, 'addToUser')) return;
      for (let round = 0; round < 10; round += 1) {
        const user = await subject.storedUser();
        const { userId: _account, ...account } = anAccount();

        const [ended, isAdded] = await Promise.all([
          end(user.id),
          subject.adapter.addToUser({ user, account }),
        ]);

        expect(ended).toEqual(at(0));
        const owner = await subject.adapter.getUserByAccount(account);
        // Either call may come first. The second one sees what the first has stored.
        expect(owner?.id).toBe(isAdded ? user.id : undefined);
      }
    });
  });
}
