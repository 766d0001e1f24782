import { randomUUID } from 'node:crypto';
import { anAccount } from '../builders.js';
import { hasOperation, type ContractSubject } from './contract-subject.js';
import { resultOf, isRefused, NO_KEYS, race } from './outcomes.js';
import { testGlobals } from './test-globals.js';

/** Tests for accounts. @see docs/design/wire-contract.md 13.2 */
export function describeAccounts(subject: ContractSubject): void {
  const { describe, it, expect } = testGlobals();

  describe('accounts', () => {
    it('getUserByAccount finds exactly the user of a linked account', async () => {
      const user = await subject.storedUser();
      const { provider, providerAccountId } = await subject.storedAccount({ userId: user.id });

      const found = await subject.adapter.getUserByAccount({ provider, providerAccountId });

      expect(found).toEqual(user);
    });

    it('getUserByAccount returns null unless provider and id both match', async () => {
      const { provider, providerAccountId } = await subject.storedAccount();
      const { getUserByAccount } = bound(subject);

      expect(await getUserByAccount({ provider: 'gitlab', providerAccountId })).toBeNull();
      expect(await getUserByAccount({ provider, providerAccountId: randomUUID() })).toBeNull();
      const other = `${providerAccountId} `;
      expect(await getUserByAccount({ provider, providerAccountId: other })).toBeNull();
    });

    it('unlinkAccount removes nothing unless provider and id both match', async () => {
      const { userId, provider, providerAccountId } = await subject.storedAccount();
      const { getUserByAccount, unlinkAccount } = bound(subject);

      await unlinkAccount({ provider: 'gitlab', providerAccountId });
      await unlinkAccount({ provider, providerAccountId: `${providerAccountId} ` });

      expect((await getUserByAccount({ provider, providerAccountId }))?.id).toBe(userId);
    });

    it('distinguishes accounts whose id or provider differs only in case', async () => {
      const id = randomUUID();
      await subject.storedAccount({ providerAccountId: `a${id}` });

      const found = await subject.adapter.getUserByAccount({
        provider: 'github',
        providerAccountId: `A${id}`,
      });

      expect(found).toBeNull();
      const provider = 'GitHub';
      const ofAnother = { provider, providerAccountId: `a${id}` };
      expect(await subject.adapter.getUserByAccount(ofAnother)).toBeNull();
    });

    it('links several accounts to one user', async () => {
      const user = await subject.storedUser();
      const github = await subject.storedAccount({ userId: user.id });
      const google = await subject.storedAccount({ userId: user.id, provider: 'google' });

      expect(await subject.adapter.getUserByAccount(github)).toEqual(user);
      expect(await subject.adapter.getUserByAccount(google)).toEqual(user);
    });

    it('links an account that has no tokens', async () => {
      const user = await subject.storedUser();
      const { userId, type, provider, providerAccountId } = anAccount({ userId: user.id });

      await subject.adapter.linkAccount({ userId, type, provider, providerAccountId });

      expect(await subject.adapter.getUserByAccount({ provider, providerAccountId })).toEqual(user);
    });

    it('refuses an account that is already linked to the same or another user', async () => {
      const { providerAccountId, userId } = await subject.storedAccount();
      const other = await subject.storedUser();

      const again = anAccount({ providerAccountId, userId });
      expect(await isRefused(() => subject.adapter.linkAccount(again))).toBe(true);
      const elsewhere = anAccount({ providerAccountId, userId: other.id });
      expect(await isRefused(() => subject.adapter.linkAccount(elsewhere))).toBe(true);
      expect((await subject.adapter.getUserByAccount(again))?.id).toBe(userId);
    });

    it('links an account only once in 20 parallel calls', async () => {
      const { id: userId } = await subject.storedUser();
      const account = anAccount({ userId });

      const { fulfilled } = await race(20, () => subject.adapter.linkAccount({ ...account }));

      expect(fulfilled.length).toBe(1);
    });

    it('unlinkAccount removes only the given account', async () => {
      const user = await subject.storedUser();
      const github = await subject.storedAccount({ userId: user.id });
      const google = await subject.storedAccount({ userId: user.id, provider: 'google' });
      const { provider, providerAccountId } = github;

      await subject.adapter.unlinkAccount({ provider, providerAccountId });

      expect(await subject.adapter.getUserByAccount(github)).toBeNull();
      expect(await subject.adapter.getUserByAccount(google)).toEqual(user);
    });

    it('listAccountsByUserId lists the accounts of the given user', async () => {
      const { adapter } = subject;
      if (!hasOperation(adapter, 'listAccountsByUserId')) return;
      const { id: userId } = await subject.storedUser();
      const github = await subject.storedAccount({ userId });
      const google = await subject.storedAccount({ userId, provider: 'google' });
      await subject.storedAccount();

      const listed = await adapter.listAccountsByUserId(userId);

      const ids = listed.map(({ providerAccountId }) => providerAccountId);
      expect(ids.sort()).toEqual([github.providerAccountId, google.providerAccountId].sort());
      const first = listed.find(({ provider }) => provider === 'github');
      expect(first).toMatchObject(github);
      expect(await adapter.listAccountsByUserId(randomUUID())).toEqual([]);
      for (const [, value] of NO_KEYS) {
        expect((await resultOf(() => adapter.listAccountsByUserId(value))) ?? []).toEqual([]);
      }
    });

    for (const [name, value] of NO_KEYS) {
      it(`${name} as a key finds and unlinks no account`, async () => {
        const { provider, providerAccountId } = await subject.storedAccount();
        const { getUserByAccount, unlinkAccount } = bound(subject);
        const keys = [
          { provider, providerAccountId: value },
          { provider: value, providerAccountId },
          { provider: value, providerAccountId: value },
        ];

        for (const key of keys) {
          expect(await resultOf(() => getUserByAccount(key))).toBeNull();
          await resultOf(() => unlinkAccount(key));
        }

        expect((await getUserByAccount({ provider, providerAccountId })) === null).toBe(false);
      });
    }
  });
}

function bound({ adapter }: ContractSubject) {
  return {
    getUserByAccount: adapter.getUserByAccount.bind(adapter),
    unlinkAccount: adapter.unlinkAccount.bind(adapter),
  };
}
