import { randomUUID } from 'node:crypto';
import { aUser, anAccount, anAuthenticator } from '../builders.js';
import { hasOperation, type ContractSubject } from './contract-subject.js';
import { testGlobals } from './test-globals.js';

/** As long as that of a key of RSA. */
const LONG_KEY = 'pQEDAzkBACBZ'.repeat(60);
const NEW_TOKENS = {
  access_token: 'new-access',
  refresh_token: 'new-refresh',
  id_token: 'new-id',
  expires_at: 1_950_000_000,
  scope: 'new',
};

/** Tests that rows are whole, whichever operation stores, changes or returns them. */
export function describeWholeRows(subject: ContractSubject): void {
  const { describe, it, expect } = testGlobals();
  const has = (...names: Parameters<typeof hasOperation>[1][]) =>
    names.every((name) => hasOperation(subject.adapter, name));

  const aPasskey = () =>
    anAuthenticator({
      credentialPublicKey: LONG_KEY,
      counter: 7,
      ...(subject.adapter.columns?.includes('authenticators.name') && { name: 'Phone' }),
    });

  async function expectPasskey(passkey: ReturnType<typeof aPasskey>, userId: string) {
    const { adapter } = subject;
    const whole = { ...passkey, userId };
    expect(await adapter.getAuthenticator(passkey.credentialID)).toMatchObject(whole);
    expect(await adapter.listAuthenticatorsByUserId(userId)).toMatchObject([whole]);
  }

  describe('whole rows', () => {
    it('a passkey is the same, whichever operation stores it', async () => {
      if (!has('createAuthenticator', 'getAuthenticator', 'listAuthenticatorsByUserId')) return;
      const created = aPasskey();
      const { id } = await subject.storedUser();
      await subject.adapter.createAuthenticator({ ...created, userId: id });
      await expectPasskey(created, id);

      if (!has('registerUser', 'addToUser')) return;
      const first = aPasskey();
      const registered = await subject.adapter.registerUser({
        user: aUser(),
        authenticator: first,
      });
      await expectPasskey(first, `${registered?.id}`);

      const [user, further] = [await subject.storedUser(), aPasskey()];
      await subject.adapter.addToUser({ user, authenticator: further });
      await expectPasskey(further, user.id);
    });

    it('every token of an account is replaced, whichever operation does it', async () => {
      for (const change of ['updateAccount', 'advanceAccount'] as const) {
        if (!has(change, 'getAccount')) continue;
        const { provider, providerAccountId } = await subject.storedAccount();
        const version = change === 'advanceAccount' ? { tokenVersion: 1 } : {};
        const changes = { provider, providerAccountId, ...NEW_TOKENS, ...version };

        await subject.adapter[change](changes as typeof changes & { tokenVersion: number });

        const found = await subject.adapter.getAccount(providerAccountId, provider);
        expect(found).toMatchObject(NEW_TOKENS);
      }
    });

    it('accounts to reseal are listed with their user, tokens and version', async () => {
      if (!has('listAccountsToReseal', 'advanceAccount')) return;
      const provider = `p-${randomUUID()}`;
      const account = anAccount({ provider, userId: (await subject.storedUser()).id });
      await subject.adapter.linkAccount(account);
      const { providerAccountId } = account;
      await subject.adapter.advanceAccount({ provider, providerAccountId, tokenVersion: 1 });

      const after = { provider, providerAccountId: '' };
      const query = { prefix: 'an1.', limit: 1, after };
      const listed = await subject.adapter.listAccountsToReseal(query);

      expect(listed).toMatchObject([{ ...account, tokenVersion: 1 }]);
    });

    it('sessions of a provider are listed and deleted with their user', async () => {
      const providerTime = new Date('2026-03-10T12:00:00.000Z');
      const times = { sessionBefore: providerTime, subjectBefore: providerTime };
      for (const end of ['listSessionsByProvider', 'deleteSessionsByProvider'] as const) {
        if (!has(end)) continue;
        const providerSession = randomUUID();
        const { userId } = await subject.storedSession({ providerSession, providerTime });

        const rows = await subject.adapter[end]({ providerSession, ...times });

        expect(rows).toMatchObject([{ userId, providerSession }]);
      }
    });
  });
}
