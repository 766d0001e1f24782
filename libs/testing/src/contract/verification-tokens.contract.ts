import { types } from 'node:util';
import { aVerificationToken } from '../builders.js';
import type { ContractSubject } from './contract-subject.js';
import { resultOf, NO_KEYS, race } from './outcomes.js';
import { testGlobals } from './test-globals.js';

/** Tests for sign-in links. @see docs/design/wire-contract.md 13.2 */
export function describeVerificationTokens(subject: ContractSubject): void {
  const { describe, it, expect } = testGlobals();

  async function storedToken(overrides = {}) {
    const stored = aVerificationToken(overrides);
    await subject.adapter.createVerificationToken(stored);
    return stored;
  }

  describe('verification tokens', () => {
    it('useVerificationToken returns exactly the stored token', async () => {
      const stored = await storedToken();
      const { identifier, token } = stored;

      const used = await subject.adapter.useVerificationToken({ identifier, token });

      expect(used).toEqual(stored);
      expect(Object.keys(used ?? {}).sort()).toEqual(['expires', 'identifier', 'token']);
      expect(types.isDate(used?.expires)).toBe(true);
    });

    it('a token can be used only once', async () => {
      const { identifier, token } = await storedToken();
      await subject.adapter.useVerificationToken({ identifier, token });

      expect(await subject.adapter.useVerificationToken({ identifier, token })).toBeNull();
    });

    it('only one of 20 parallel uses of the same token returns it', async () => {
      const stored = await storedToken();
      const { identifier, token } = stored;

      const { fulfilled } = await race(20, () =>
        subject.adapter.useVerificationToken({ identifier, token }),
      );

      expect(fulfilled.filter((used) => used !== null)).toEqual([stored]);
    });

    it('a different or similar address, or the token in upper case, matches and deletes no token', async () => {
      const stored = await storedToken();
      const { identifier, token } = stored;

      for (const other of ['other@example.com', `${identifier} `, identifier.toUpperCase()]) {
        const key = { identifier: other, token };
        expect(await subject.adapter.useVerificationToken(key)).toBeNull();
      }
      const upper = { identifier, token: token.toUpperCase() };
      expect(await subject.adapter.useVerificationToken(upper)).toBeNull();

      expect(await subject.adapter.useVerificationToken({ identifier, token })).toEqual(stored);
    });

    it('an address can have several tokens, each used separately', async () => {
      const first = await storedToken();
      const second = await storedToken({ identifier: first.identifier });

      expect(await subject.adapter.useVerificationToken(first)).toEqual(first);
      expect(await subject.adapter.useVerificationToken(second)).toEqual(second);
    });

    it('an expired token is returned: the caller checks expires', async () => {
      const stored = await storedToken({ expires: new Date(1_700_000_000_000) });

      expect(await subject.adapter.useVerificationToken(stored)).toEqual(stored);
    });

    for (const [name, value] of NO_KEYS) {
      it(`${name} as a key matches no token`, async () => {
        const stored = await storedToken();
        const { identifier, token } = stored;
        const keys = [
          { identifier, token: value },
          { identifier: value, token },
          { identifier: value, token: value },
        ];

        for (const key of keys) {
          expect(await resultOf(() => subject.adapter.useVerificationToken(key))).toBeNull();
        }

        expect(await subject.adapter.useVerificationToken({ identifier, token })).toEqual(stored);
      });
    }
  });
}
