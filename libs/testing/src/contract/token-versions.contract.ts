import { randomUUID } from 'node:crypto';
import { type ContractSubject, hasOperation } from './contract-subject.js';
import { race } from './outcomes.js';
import { testGlobals } from './test-globals.js';

const TIMES = Array.from({ length: 20 }, (_, index) => index);

/** Tests for replacing a provider's tokens. @see docs/design/wire-contract.md 17.2 */
export function describeTokenVersions(subject: ContractSubject): void {
  const { describe, it, expect } = testGlobals();
  const keyOf = ({ provider, providerAccountId }: Key): Key => ({ provider, providerAccountId });

  describe('token versions', () => {
    it('advanceAccount changes members only if the version is one above the stored one', async () => {
      if (!hasOperation(subject.adapter, 'advanceAccount')) return;
      const account = await subject.storedAccount({ access_token: 'old', refresh_token: 'rt' });
      const key = keyOf(account);
      const refreshStartedAt = new Date('2026-03-10T12:00:00.000Z');
      const { adapter } = subject;

      expect(await adapter.advanceAccount({ ...key, tokenVersion: 1, refreshStartedAt })).toBe(
        true,
      );
      const patch = { access_token: 'new', refresh_token: null };
      expect(await adapter.advanceAccount({ ...key, tokenVersion: 1, ...patch })).toBe(false);
      const claimed = await adapter.getAccount(key.providerAccountId, key.provider);
      expect(claimed?.access_token).toBe('old');
      expect(claimed?.refreshStartedAt).toEqual(refreshStartedAt);

      const refreshRefusedAt = new Date('2026-03-10T12:00:01.500Z');
      const next = { ...key, ...patch, tokenVersion: 2, refreshStartedAt: null, refreshRefusedAt };
      expect(await adapter.advanceAccount(next)).toBe(true);
      const stored = await adapter.getAccount(key.providerAccountId, key.provider);
      expect(stored?.access_token).toBe('new');
      expect(stored?.refresh_token ?? null).toBeNull();
      expect(stored?.refreshStartedAt ?? null).toBeNull();
      expect(stored?.refreshRefusedAt).toEqual(refreshRefusedAt);
      expect(stored?.tokenVersion).toBe(2);
    });

    it('advanceAccount changes nothing in an account that was unlinked and linked again (J05)', async () => {
      const { adapter } = subject;
      if (!hasOperation(adapter, 'advanceAccount')) return;
      const account = await subject.storedAccount({ access_token: 'old' });
      const key = keyOf(account);
      await adapter.advanceAccount({ ...key, tokenVersion: 1 });
      await adapter.advanceAccount({ ...key, tokenVersion: 2 });

      await adapter.unlinkAccount(key);
      await adapter.linkAccount({ ...account, access_token: 'of the new link' });

      const late = { ...key, tokenVersion: 3, access_token: 'of the old link' };
      expect(await adapter.advanceAccount(late)).toBe(false);
      const stored = await adapter.getAccount(key.providerAccountId, key.provider);
      expect(stored?.access_token).toBe('of the new link');
    });

    it('advanceAccount checks the owner, never changes it, and never creates an account (J05)', async () => {
      if (!hasOperation(subject.adapter, 'advanceAccount')) return;
      const account = await subject.storedAccount();
      const { id: userId } = await subject.storedUser();
      const { adapter } = subject;

      const ofAnother = { ...keyOf(account), tokenVersion: 1, userId, access_token: 'of another' };
      expect(await adapter.advanceAccount(ofAnother)).toBe(false);
      const missing = { provider: 'github', providerAccountId: randomUUID(), tokenVersion: 1 };

      expect(await adapter.advanceAccount(missing)).toBe(false);
      const own = { ...keyOf(account), tokenVersion: 1, userId: account.userId };
      expect(await adapter.advanceAccount(own)).toBe(true);
      expect((await adapter.getUserByAccount(keyOf(account)))?.id).toBe(account.userId);
      expect(await adapter.getUserByAccount(missing)).toBeNull();
    });

    it('advanceAccount returns true for only one of 20 parallel calls with the same version (J01)', async () => {
      if (!hasOperation(subject.adapter, 'advanceAccount')) return;
      const key = keyOf(await subject.storedAccount());
      let nth = 0;

      const { fulfilled } = await race(TIMES.length, () => {
        const access_token = `token-${(nth += 1)}`;
        return subject.adapter.advanceAccount({ ...key, tokenVersion: 1, access_token });
      });

      expect(fulfilled.filter(Boolean).length).toBe(1);
    });

    it('listAccountsToReseal lists accounts if a token lacks the exact prefix, by key (J64)', async () => {
      if (!hasOperation(subject.adapter, 'listAccountsToReseal')) return;
      const provider = `p-${randomUUID()}`;
      const tokens = ['an1.a_b.x', 'an1.A_b.x', 'an1.axb.x', 'plain', null];
      for (const [nth, access_token] of tokens.entries()) {
        const overrides = { provider, providerAccountId: `id-${nth}`, id_token: null };
        const own = { ...overrides, access_token, refresh_token: null } as object;
        await subject.storedAccount(own);
      }
      for (const [nth, name] of (['refresh_token', 'id_token'] as const).entries()) {
        const sealed = { access_token: 'an1.a_b.x', refresh_token: null, id_token: null };
        const own = { provider, providerAccountId: `id-${nth + 6}`, ...sealed, [name]: 'plain' };
        await subject.storedAccount(own as object);
      }
      const prefix = 'an1.a_b.';
      const after = { provider, providerAccountId: '' };
      const { adapter } = subject;

      const first = await adapter.listAccountsToReseal({ prefix, limit: 2, after });
      const [, last] = first;
      const rest = last && (await adapter.listAccountsToReseal({ prefix, limit: 3, after: last }));

      const idsOf = (accounts: readonly Key[] = []) =>
        accounts.map(({ providerAccountId }) => providerAccountId);
      expect(idsOf(first)).toEqual(['id-1', 'id-2']);
      expect(idsOf(rest)).toEqual(['id-3', 'id-6', 'id-7']);
    });
  });
}

interface Key {
  readonly provider: string;
  readonly providerAccountId: string;
}
