import { randomUUID } from 'node:crypto';
import { hasOperation, type ContractSubject } from './contract-subject.js';
import { isRefused, NO_KEYS, race } from './outcomes.js';
import { testGlobals } from './test-globals.js';

const MINUTE_MS = 60_000;

/**
 * Tests for values that can be used only once, if the adapter has `spendOnce`.
 * @see docs/design/decisions.md 26
 */
export function describeSpentValues(subject: ContractSubject): void {
  const { describe, it, expect } = testGlobals();
  const lacks = () => !hasOperation(subject.adapter, 'spendOnce');
  const inOneMinute = () => new Date(Date.now() + MINUTE_MS);

  describe('spendOnce', () => {
    it('returns true for the first call and false for each later one', async () => {
      if (lacks()) return;
      const value = { key: randomUUID(), expires: inOneMinute() };

      expect(await subject.adapter.spendOnce(value)).toBe(true);
      expect(await subject.adapter.spendOnce(value)).toBe(false);
      expect(await subject.adapter.spendOnce({ ...value, expires: inOneMinute() })).toBe(false);
    });

    it('remembers each of several values', async () => {
      if (lacks()) return;
      const keys = [randomUUID(), randomUUID(), randomUUID()];
      const spend = (key: string) => subject.adapter.spendOnce({ key, expires: inOneMinute() });

      for (const key of keys) expect(await spend(key)).toBe(true);
      for (const key of keys) expect(await spend(key)).toBe(false);
    });

    it('compares values of any length to the last character', async () => {
      if (lacks()) return;
      const key = randomUUID().repeat(100);
      const expires = inOneMinute();

      for (const other of [key, `${key} `, key.toUpperCase(), `${key}é`, `${key}e`]) {
        expect(await subject.adapter.spendOnce({ key: other, expires })).toBe(true);
      }
    });

    it('returns true for only one of 20 parallel calls with the same value', async () => {
      if (lacks()) return;
      const value = { key: randomUUID(), expires: inOneMinute() };

      const { fulfilled } = await race(20, () => subject.adapter.spendOnce(value));

      expect(fulfilled.filter((first) => first).length).toBe(1);
      expect(fulfilled.length).toBe(20);
    });

    for (const [name, key] of NO_KEYS) {
      it(`refuses ${name} as a key`, async () => {
        if (lacks()) return;
        const spend = () => subject.adapter.spendOnce({ key, expires: inOneMinute() });

        expect(await isRefused(spend)).toBe(true);
      });
    }
  });
}
