import { randomUUID } from 'node:crypto';
import { hasOperation, type ContractSubject } from './contract-subject.js';
import { isRefused, NO_KEYS, race } from './outcomes.js';
import { testGlobals } from './test-globals.js';

const MINUTE_MS = 60_000;

/**
 * Facts about values that are good for once, where the adapter has `spendOnce`.
 * @see docs/design/decisions.md 26
 */
export function describeSpentValues(subject: ContractSubject): void {
  const { describe, it, expect } = testGlobals();
  const lacks = () => !hasOperation(subject.adapter, 'spendOnce');
  const inOneMinute = () => new Date(Date.now() + MINUTE_MS);

  describe('spendOnce', () => {
    it('is true the first time and false from then on', async () => {
      if (lacks()) return;
      const value = { key: randomUUID(), expires: inOneMinute() };

      expect(await subject.adapter.spendOnce(value)).toBe(true);
      expect(await subject.adapter.spendOnce(value)).toBe(false);
      expect(await subject.adapter.spendOnce({ ...value, expires: inOneMinute() })).toBe(false);
    });

    it('tells values apart to the last character, however long they are', async () => {
      if (lacks()) return;
      const key = randomUUID().repeat(100);
      const expires = inOneMinute();

      for (const other of [key, `${key} `, key.toUpperCase(), `${key}é`, `${key}e`]) {
        expect(await subject.adapter.spendOnce({ key: other, expires })).toBe(true);
      }
    });

    it('20 who spend one value at once: one did', async () => {
      if (lacks()) return;
      const value = { key: randomUUID(), expires: inOneMinute() };

      const { fulfilled } = await race(20, () => subject.adapter.spendOnce(value));

      expect(fulfilled.filter((first) => first).length).toBe(1);
      expect(fulfilled.length).toBe(20);
    });

    for (const [name, key] of NO_KEYS) {
      it(`${name} is no value to spend`, async () => {
        if (lacks()) return;
        const spend = () => subject.adapter.spendOnce({ key, expires: inOneMinute() });

        expect(await isRefused(spend)).toBe(true);
      });
    }
  });
}
