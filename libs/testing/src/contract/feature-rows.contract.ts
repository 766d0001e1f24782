import { randomUUID } from 'node:crypto';
import type { FeatureTable } from '@authnest/core';
import { type ContractSubject, hasOperation } from './contract-subject.js';
import { isRefused, NO_KEYS, race, resultOf } from './outcomes.js';
import { testGlobals } from './test-globals.js';

/** A table of a feature, which the store must have for these tests to run. */
export const CONTRACT_TABLE: FeatureTable = {
  table: 'contract_rows',
  columns: {
    userId: { kind: 'reference' },
    hash: { kind: 'text' },
    changedAt: { kind: 'timestamp' },
    mustChange: { kind: 'boolean' },
    note: { kind: 'string', nullable: true },
  },
  unique: [['userId']],
  indexed: [],
  owner: { onDelete: 'CASCADE' },
  since: 1_795_600_000_000,
};

/** Tests for the tables of features, if the adapter stores {@link CONTRACT_TABLE}. */
export function describeFeatureRows(subject: ContractSubject): void {
  const { describe, it, expect } = testGlobals();
  const table = CONTRACT_TABLE;
  const lacks = (): boolean =>
    !hasOperation(subject.adapter, 'findRow') ||
    subject.adapter.featureTables?.includes(table.table) === false;

  const aUserId = async () => (await subject.storedUser()).id;
  const anUnproven = async () => subject.storedUser({ emailVerified: null });
  const rowOf = (userId: string, more: object = {}) => ({
    userId,
    hash: '$argon2id$v=19$m=1$a',
    changedAt: new Date('2026-11-28T10:00:00.123Z'),
    mustChange: false,
    note: null,
    ...more,
  });
  const found = (userId: string) => subject.adapter.findRow({ table, key: { userId } });

  describe('tables of features', () => {
    it('finds the row that was stored, with every type of value', async () => {
      if (lacks()) return;
      const [one, other] = [await aUserId(), await aUserId()];
      await subject.adapter.insertRows({ table, rows: [rowOf(one)] });
      await subject.adapter.insertRows({
        table,
        rows: [rowOf(other, { mustChange: true, note: 'é🐎' })],
      });

      expect(await found(one)).toMatchObject(rowOf(one));
      expect(await found(other)).toMatchObject(rowOf(other, { mustChange: true, note: 'é🐎' }));
      expect(await found((await subject.storedUser()).id)).toBeNull();
    });

    it('of 20 parallel rows with one unique key, one is stored', async () => {
      if (lacks()) return;
      const userId = (await subject.storedUser()).id;

      const { fulfilled } = await race(20, () =>
        subject.adapter.insertRows({ table, rows: [rowOf(userId, { hash: randomUUID() })] }),
      );

      expect(fulfilled.filter((isStored) => isStored).length).toBe(1);
      expect(fulfilled.length).toBe(20);
    });

    it('stores all rows or none', async () => {
      if (lacks()) return;
      const [taken, free, other] = [await aUserId(), await aUserId(), await aUserId()];
      await subject.adapter.insertRows({ table, rows: [rowOf(taken)] });
      const rows = [rowOf(free), rowOf(taken)];

      expect(await subject.adapter.insertRows({ table, rows })).toBe(false);
      expect(await found(free)).toBeNull();
      expect(await subject.adapter.insertRows({ table, rows: [rowOf(free), rowOf(other)] })).toBe(
        true,
      );
      expect((await found(other)) !== null).toBe(true);
    });

    it('of 20 parallel changes of the same value, one changes the row', async () => {
      if (lacks()) return;
      const userId = (await subject.storedUser()).id;
      await subject.adapter.insertRows({ table, rows: [rowOf(userId, { hash: 'old' })] });

      const { fulfilled } = await race(20, () =>
        subject.adapter.updateRow({
          table,
          key: { userId, hash: 'old' },
          patch: { hash: `new ${randomUUID()}` },
        }),
      );

      expect(fulfilled.filter((isChanged) => isChanged).length).toBe(1);
      expect(`${(await found(userId))?.['hash'] as string}`.startsWith('new ')).toBe(true);
    });

    it('a change of no row creates none', async () => {
      if (lacks()) return;
      const userId = (await subject.storedUser()).id;

      expect(
        await subject.adapter.updateRow({ table, key: { userId }, patch: { hash: 'new' } }),
      ).toBe(false);
      expect(await found(userId)).toBeNull();
    });

    it('a change to the same values counts as one', async () => {
      if (lacks()) return;
      const userId = (await subject.storedUser()).id;
      await subject.adapter.insertRows({ table, rows: [rowOf(userId)] });
      const change = { table, key: { userId }, patch: { mustChange: false } };

      expect(await subject.adapter.updateRow(change)).toBe(true);
    });

    it('deletes the rows with a key, and says how many', async () => {
      if (lacks()) return;
      const [one, other] = [await aUserId(), await aUserId()];
      for (const userId of [one, other]) {
        await subject.adapter.insertRows({ table, rows: [rowOf(userId)] });
      }

      expect(await subject.adapter.deleteRows({ table, key: { userId: one } })).toBe(1);
      expect(await subject.adapter.deleteRows({ table, key: { userId: one } })).toBe(0);
      expect((await found(other)) !== null).toBe(true);
    });

    it('finds and deletes no row of which only a part of the key is the same', async () => {
      if (lacks()) return;
      const userId = await aUserId();
      await subject.adapter.insertRows({ table, rows: [rowOf(userId)] });
      const key = { userId, hash: 'another' };

      expect(await subject.adapter.findRow({ table, key })).toBeNull();
      expect(await subject.adapter.deleteRows({ table, key })).toBe(0);
      expect((await found(userId)) !== null).toBe(true);
    });

    it('refuses a row of a user who does not exist, and those beside it', async () => {
      if (lacks()) return;
      const [userId, nobody] = [await aUserId(), await aUserId()];
      await subject.adapter.deleteUser(nobody);
      const rows = [rowOf(userId), rowOf(nobody)];

      expect(await isRefused(() => subject.adapter.insertRows({ table, rows }))).toBe(true);
      expect(await found(userId)).toBeNull();
    });

    it('rows go with their user', async () => {
      if (lacks()) return;
      const userId = (await subject.storedUser()).id;
      await subject.adapter.insertRows({ table, rows: [rowOf(userId)] });
      await subject.adapter.deleteUser(userId);

      expect(await found(userId)).toBeNull();
    });

    it('rows of an unproven user go when the address is proven (K89)', async () => {
      if (lacks() || !hasOperation(subject.adapter, 'proveUser')) return;
      const [taken, kept] = [await anUnproven(), await anUnproven()];
      for (const { id, email } of [taken, kept]) {
        await subject.adapter.insertRows({ table, rows: [rowOf(id)] });
        const keepsAccess = id === kept.id;
        await subject.adapter.proveUser({ id, email, emailVerified: new Date(), keepsAccess });
      }

      expect(await found(taken.id)).toBeNull();
      expect((await found(kept.id)) !== null).toBe(true);
    });

    for (const [name, userId] of NO_KEYS) {
      it(`finds, changes and deletes no row by ${name}`, async () => {
        if (lacks()) return;
        const owner = (await subject.storedUser()).id;
        await subject.adapter.insertRows({ table, rows: [rowOf(owner)] });
        const key = { userId };

        expect(await resultOf(() => subject.adapter.findRow({ table, key }))).toBeNull();
        await resultOf(() => subject.adapter.updateRow({ table, key, patch: { note: 'x' } }));
        await resultOf(() => subject.adapter.deleteRows({ table, key }));
        expect(await found(owner)).toMatchObject({ note: null });
      });
    }
  });
}
