import { randomUUID } from 'node:crypto';
import { hasOperation, type ContractSubject } from './contract-subject.js';
import { CONTRACT_TABLE as table } from './feature-rows.contract.js';
import { testGlobals } from './test-globals.js';

const LATER = new Date(Date.now() + 600_000);
/** More rows than a batch holds: 25 in some stores, 100 in others. */
const MANY = 101;
/** How many rows are stored at once. */
const PARALLEL = 10;

/**
 * Tests for what would let somebody in after the end: a look-up that remembers what it has returned,
 * and a deletion that ends after one batch.
 */
export function describeFreshRows(subject: ContractSubject): void {
  const { describe, it, expect } = testGlobals();
  const has = (...names: Parameters<typeof hasOperation>[1][]) =>
    names.every((name) => hasOperation(subject.adapter, name));

  async function storeMany(store: () => Promise<unknown>): Promise<void> {
    for (let stored = 0; stored < MANY; stored += PARALLEL) {
      const count = Math.min(PARALLEL, MANY - stored);
      await Promise.all(Array.from({ length: count }, store));
    }
  }

  describe('rows that were read before', () => {
    it('a user who is read again is as changed, or gone', async () => {
      const { adapter } = subject;
      const { id, email } = await subject.storedUser();
      const { provider, providerAccountId } = await subject.storedAccount({ userId: id });
      const readAll = async () => [
        await adapter.getUser(id),
        await adapter.getUserByEmail(email),
        await adapter.getUserByAccount({ provider, providerAccountId }),
      ];
      await readAll();

      await adapter.updateUser({ id, name: 'Changed' });
      expect((await readAll()).map((user) => user?.name)).toEqual(Array(3).fill('Changed'));
      await adapter.deleteUser(id);
      expect(await readAll()).toEqual([null, null, null]);
    });

    it('an account that is looked up again was linked or unlinked meanwhile', async () => {
      const { adapter } = subject;
      const { id: userId } = await subject.storedUser();
      const account = { provider: 'p', providerAccountId: randomUUID() };
      const ownerOf = async () => (await adapter.getUserByAccount(account))?.id;
      await ownerOf();

      await subject.storedAccount({ userId, ...account });
      expect(await ownerOf()).toBe(userId);
      await adapter.unlinkAccount(account);
      expect(await ownerOf()).toBe(undefined);
    });

    it('lists of a user that are read again have what was added, and not what was removed', async () => {
      const { adapter } = subject;
      if (!has('listAccountsByUserId', 'listSessionsByUserId')) return;
      const { id } = await subject.storedUser();
      const sizes = async () => [
        (await adapter.listAccountsByUserId(id)).length,
        (await adapter.listSessionsByUserId(id)).length,
      ];
      await sizes();

      const account = await subject.storedAccount({ userId: id });
      const { sessionToken } = await subject.storedSession({ userId: id });
      expect(await sizes()).toEqual([1, 1]);
      await adapter.unlinkAccount(account);
      await adapter.deleteSession(sessionToken);
      expect(await sizes()).toEqual([0, 0]);
    });

    it('a passkey that is read again is as changed, or gone', async () => {
      const { adapter } = subject;
      if (!has('getAuthenticator', 'listAuthenticatorsByUserId', 'deleteAuthenticator')) return;
      const { credentialID, userId } = await subject.storedAuthenticator({ counter: 1 });
      const readAll = async () => [
        await adapter.getAuthenticator(credentialID),
        (await adapter.listAuthenticatorsByUserId(userId))[0] ?? null,
      ];
      await readAll();

      await adapter.updateAuthenticatorCounter(credentialID, 2);
      expect((await readAll()).map((passkey) => passkey?.counter)).toEqual([2, 2]);
      await adapter.deleteAuthenticator(credentialID);
      expect(await readAll()).toEqual([null, null]);
    });

    it('a row of a feature that is read again is as changed, or gone', async () => {
      const { adapter } = subject;
      if (!has('findRow') || adapter.featureTables?.includes(table.table) === false) return;
      const { id: userId } = await subject.storedUser();
      const key = { userId };
      const row = { userId, hash: 'a', changedAt: LATER, mustChange: false, note: null };
      const hash = async () => (await adapter.findRow({ table, key }))?.['hash'];
      await hash();

      await adapter.insertRows({ table, rows: [row] });
      expect(await hash()).toBe('a');
      await adapter.updateRow({ table, key, patch: { hash: 'b' } });
      expect(await hash()).toBe('b');
      await adapter.deleteRows({ table, key });
      expect(await hash()).toBe(undefined);
    });

    it('a mark that is looked up again was set or raised meanwhile', async () => {
      const { adapter } = subject;
      if (!has('markEnded', 'endedBefore')) return;
      const markers = [randomUUID()];
      await adapter.endedBefore(markers);

      for (const before of ['2026-05-06T07:08:09Z', '2026-05-07T07:08:09Z'].map(asDate)) {
        await adapter.markEnded({ markers, before, expires: LATER });
        expect(await adapter.endedBefore(markers)).toEqual(before);
      }
    });
  });

  describe('more rows than a batch holds', () => {
    it('deleteSessionsByUserId deletes all of them', async () => {
      if (!has('deleteSessionsByUserId', 'listSessionsByUserId')) return;
      const { id: userId } = await subject.storedUser();
      await storeMany(() => subject.storedSession({ userId }));

      expect((await subject.adapter.listSessionsByUserId(userId)).length).toBe(MANY);
      await subject.adapter.deleteSessionsByUserId(userId);
      expect(await subject.adapter.listSessionsByUserId(userId)).toEqual([]);
    });

    it('deleteSessionsByProvider deletes all of them', async () => {
      if (!has('deleteSessionsByProvider', 'listSessionsByProvider')) return;
      const [providerSubject, providerTime] = [randomUUID(), new Date()];
      const ended = { providerSubject, sessionBefore: providerTime, subjectBefore: providerTime };
      const { id: userId } = await subject.storedUser();
      await storeMany(() => subject.storedSession({ userId, providerSubject, providerTime }));

      expect((await subject.adapter.deleteSessionsByProvider(ended)).length).toBe(MANY);
      expect(await subject.adapter.listSessionsByProvider(ended)).toEqual([]);
    });

    it('deleteChallenges deletes all of them', async () => {
      const { adapter } = subject;
      if (!has('createChallenge', 'deleteChallenges', 'getChallenge')) return;
      const [subjectOfAll, ids] = [`user:${randomUUID()}`, [] as string[]];
      const more = { purpose: 'p', subject: subjectOfAll, data: 'd', attempts: 0, expires: LATER };
      await storeMany(async () => {
        const id = randomUUID();
        ids.push(id);
        await adapter.createChallenge({ id, ...more });
      });

      await adapter.deleteChallenges({ subject: subjectOfAll });

      for (const id of ids) expect(await adapter.getChallenge(id)).toBeNull();
    });
  });
}

function asDate(text: string): Date {
  return new Date(text);
}
