import { types } from 'node:util';
import { randomUUID } from 'node:crypto';
import { aUser } from '../builders.js';
import type { ContractSubject } from './contract-subject.js';
import { resultOf, isRefused, NO_KEYS, race } from './outcomes.js';
import { testGlobals } from './test-globals.js';

/** Tests for users. @see docs/design/wire-contract.md 13.2 */
export function describeUsers(subject: ContractSubject): void {
  const { describe, it, expect } = testGlobals();

  describe('users', () => {
    it('createUser stores every member and returns the id of the row', async () => {
      const user = aUser({ name: 'Zoë 😀' });

      const created = await subject.adapter.createUser(user);

      expect(typeof created.id).toBe('string');
      expect(created).toMatchObject({ ...user, id: created.id });
      expect(await subject.adapter.getUser(created.id)).toEqual(created);
    });

    it('createUser stores a user that has only an address', async () => {
      const { id, email } = aUser();

      const created = await subject.adapter.createUser({ id, email, emailVerified: null });

      const stored = await subject.adapter.getUser(created.id);
      expect(stored).toMatchObject({ email, emailVerified: null });
      expect(stored?.name ?? null).toBeNull();
    });

    it('getUser returns emailVerified as a Date with its milliseconds', async () => {
      const created = await subject.storedUser();

      const found = await subject.adapter.getUser(created.id);

      expect(found?.emailVerified).toEqual(new Date('2026-01-02T03:04:05.678Z'));
      expect(types.isDate(found?.emailVerified)).toBe(true);
    });

    it('getUser and getUserByEmail find exactly the stored user', async () => {
      const created = await subject.storedUser();
      await subject.storedUser();

      expect(await subject.adapter.getUser(created.id)).toEqual(created);
      expect(await subject.adapter.getUserByEmail(created.email)).toEqual(created);
    });

    it('getUser and getUserByEmail return null for an unknown user', async () => {
      await subject.storedUser();

      expect(await subject.adapter.getUser(randomUUID())).toBeNull();
      expect(await subject.adapter.getUserByEmail('nobody@example.com')).toBeNull();
      expect(await subject.adapter.getUserByEmail('%')).toBeNull();
    });

    it('getUserByEmail returns null for an address that is only similar', async () => {
      const { id } = await subject.storedUser({ email: `jose.${randomUUID()}@example.com` });
      const email = (await subject.adapter.getUser(id))?.email ?? '';
      const others = [email.replace('e', 'é'), `${email} `, email.slice(0, -1)];

      for (const other of others) {
        expect(await subject.adapter.getUserByEmail(other)).toBeNull();
      }
    });

    it('getUser returns null for a malformed id', async () => {
      expect(await subject.adapter.getUser('not an id')).toBeNull();
    });

    it('refuses a second user with the same address', async () => {
      const { email } = await subject.storedUser();

      expect(await isRefused(() => subject.adapter.createUser(aUser({ email })))).toBe(true);
    });

    it('creates one user in 20 parallel calls with the same address', async () => {
      const { email } = aUser();

      const { fulfilled } = await race(20, () => subject.adapter.createUser(aUser({ email })));

      expect(fulfilled.length).toBe(1);
      expect(await subject.adapter.getUserByEmail(email)).toEqual(fulfilled[0]);
    });

    it('stores several users without an address', async () => {
      const first = await subject.storedUser({ email: '' });
      const second = await subject.storedUser({ email: '' });

      expect(first.id === second.id).toBe(false);
      expect((await subject.adapter.getUser(second.id))?.email || null).toBeNull();
    });

    it('createUser never overwrites a user with the given id', async () => {
      const existing = await subject.storedUser();

      await resultOf(() => subject.adapter.createUser(aUser({ id: existing.id, name: 'Mallory' })));

      expect(await subject.adapter.getUser(existing.id)).toEqual(existing);
    });

    it('updateUser changes the given members and returns the changed user', async () => {
      const before = await subject.storedUser();

      const updated = await subject.adapter.updateUser({ id: before.id, name: 'Bill' });

      expect(updated).toEqual({ ...before, name: 'Bill' });
      expect(await subject.adapter.getUser(before.id)).toEqual(updated);
    });

    it('updateUser keeps a member whose new value is undefined', async () => {
      const before = await subject.storedUser();

      await subject.adapter.updateUser({ id: before.id, name: undefined, image: null });

      expect(await subject.adapter.getUser(before.id)).toEqual({ ...before, image: null });
    });

    it('updateUser never creates a user', async () => {
      const { id, email } = aUser();

      await resultOf(() => subject.adapter.updateUser({ id, email }));

      expect(await subject.adapter.getUserByEmail(email)).toBeNull();
    });

    it('deleteUser removes the user and their accounts and sessions', async () => {
      const { id } = await subject.storedUser();
      const account = await subject.storedAccount({ userId: id });
      const { sessionToken } = await subject.storedSession({ userId: id });

      await subject.adapter.deleteUser(id);

      expect(await subject.adapter.getUser(id)).toBeNull();
      expect(await subject.adapter.getUserByAccount(account)).toBeNull();
      expect(await subject.adapter.getSessionAndUser(sessionToken)).toBeNull();
    });

    it('deleteUser keeps other users and their sessions', async () => {
      const gone = await subject.storedUser();
      const stays = await subject.storedSession();

      await subject.adapter.deleteUser(gone.id);

      const found = await subject.adapter.getSessionAndUser(stays.sessionToken);
      expect(found?.user.id).toBe(stays.userId);
    });

    for (const [name, value] of NO_KEYS) {
      it(`${name} as a key finds, changes and removes no user`, async () => {
        const user = await subject.storedUser();

        expect(await resultOf(() => subject.adapter.getUser(value))).toBeNull();
        expect(await resultOf(() => subject.adapter.getUserByEmail(value))).toBeNull();
        await resultOf(() => subject.adapter.updateUser({ id: value, name: 'Mallory' }));
        await resultOf(() => subject.adapter.deleteUser(value));

        expect(await subject.adapter.getUser(user.id)).toEqual(user);
      });
    }
  });
}
