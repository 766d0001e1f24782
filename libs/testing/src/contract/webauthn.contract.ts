import { randomUUID } from 'node:crypto';
import type { AdapterAuthenticator } from '@authnest/core';
import { anAccount, anAuthenticator } from '../builders.js';
import type { ContractSubject } from './contract-subject.js';
import { resultOf, isRefused, NO_KEYS, race } from './outcomes.js';
import { testGlobals } from './test-globals.js';

/** The largest signature counter. @see WebAuthn section 6.1 */
const MAX_COUNTER = 4_294_967_295;

/**
 * Tests for passkeys, and for `getAccount`, which passkeys require.
 * @see docs/design/wire-contract.md 13.2
 */
export function describeWebAuthn(subject: ContractSubject): void {
  const { describe, it, expect } = testGlobals();

  async function storedAuthenticator(overrides: Partial<AdapterAuthenticator> = {}) {
    const userId = overrides.userId ?? (await subject.storedUser()).id;
    const authenticator = anAuthenticator({ ...overrides, userId });
    await subject.adapter.createAuthenticator(authenticator);
    return authenticator;
  }

  describe('getAccount', () => {
    it('returns the row without truncating long tokens', async () => {
      const account = await subject.storedAccount({ access_token: 'ä'.repeat(5000) });

      const found = await subject.adapter.getAccount(account.providerAccountId, account.provider);

      expect(found).toMatchObject(account);
    });

    it('returns null unless id and provider both match', async () => {
      const { providerAccountId, provider } = await subject.storedAccount();

      expect(await subject.adapter.getAccount(providerAccountId, 'gitlab')).toBeNull();
      expect(await subject.adapter.getAccount(randomUUID(), provider)).toBeNull();
      expect(await subject.adapter.getAccount(provider, providerAccountId)).toBeNull();
    });

    it('stores emailVerified if the adapter lists the column', async () => {
      if (!subject.adapter.columns?.includes('accounts.emailVerified')) return;
      const { id: userId } = await subject.storedUser();
      const account = { ...anAccount({ userId }), emailVerified: true };
      await subject.adapter.linkAccount(account);

      const found = await subject.adapter.getAccount(account.providerAccountId, account.provider);

      expect(found).toMatchObject({ emailVerified: true });
    });

    for (const [name, value] of NO_KEYS) {
      it(`${name} as a key finds no account`, async () => {
        const { providerAccountId, provider } = await subject.storedAccount();

        const { adapter } = subject;
        expect(await resultOf(() => adapter.getAccount(value, provider))).toBeNull();
        expect(await resultOf(() => adapter.getAccount(providerAccountId, value))).toBeNull();
      });
    }
  });

  describe('authenticators', () => {
    it('createAuthenticator and getAuthenticator return the row', async () => {
      const { id: userId } = await subject.storedUser();
      const authenticator = anAuthenticator({ userId });

      const created = await subject.adapter.createAuthenticator(authenticator);
      const found = await subject.adapter.getAuthenticator(authenticator.credentialID);

      expect(created).toMatchObject(authenticator);
      expect(found).toMatchObject(authenticator);
    });

    it('stores an authenticator without transports', async () => {
      const { credentialID } = await storedAuthenticator({
        transports: null,
        credentialBackedUp: false,
      });

      const found = await subject.adapter.getAuthenticator(credentialID);

      expect(found).toMatchObject({ transports: null, credentialBackedUp: false });
    });

    it('getAuthenticator returns null for an unknown credential', async () => {
      await storedAuthenticator();

      expect(await subject.adapter.getAuthenticator('unknown')).toBeNull();
    });

    it('distinguishes credentials that differ only in case', async () => {
      const credentialID = `a${randomUUID()}`;
      await storedAuthenticator({ credentialID });

      expect(await subject.adapter.getAuthenticator(`A${credentialID.slice(1)}`)).toBeNull();
    });

    it('refuses a second authenticator with the same credential', async () => {
      const { credentialID } = await storedAuthenticator();
      const { id: userId } = await subject.storedUser();
      const second = anAuthenticator({ credentialID, userId });

      expect(await isRefused(() => subject.adapter.createAuthenticator(second))).toBe(true);
    });

    it('listAuthenticatorsByUserId lists the authenticators of the given user', async () => {
      const { id: userId } = await subject.storedUser();
      const first = await storedAuthenticator({ userId });
      const second = await storedAuthenticator({ userId });
      await storedAuthenticator();

      const listed = await subject.adapter.listAuthenticatorsByUserId(userId);

      const ids = listed.map(({ credentialID }) => credentialID);
      expect(ids.sort()).toEqual([first.credentialID, second.credentialID].sort());
    });

    it('listAuthenticatorsByUserId returns an empty list for an unknown user', async () => {
      expect(await subject.adapter.listAuthenticatorsByUserId(randomUUID())).toEqual([]);
    });

    it('updateAuthenticatorCounter returns the row with its new counter', async () => {
      const stored = await storedAuthenticator();
      const { credentialID } = stored;

      for (const counter of [1, 41, MAX_COUNTER]) {
        const updated = await subject.adapter.updateAuthenticatorCounter(credentialID, counter);
        expect(updated).toMatchObject({ ...stored, counter });
      }

      const found = await subject.adapter.getAuthenticator(credentialID);
      expect(found?.counter).toBe(MAX_COUNTER);
    });

    it('updateAuthenticatorCounter refuses an unknown credential', async () => {
      const { adapter } = subject;

      expect(await isRefused(() => adapter.updateAuthenticatorCounter('unknown', 1))).toBe(true);
    });

    it('updateAuthenticatorCounter refuses a lower counter', async () => {
      const { credentialID } = await storedAuthenticator({ counter: 7 });
      const { adapter } = subject;

      expect(await isRefused(() => adapter.updateAuthenticatorCounter(credentialID, 6))).toBe(true);
      expect(await isRefused(() => adapter.updateAuthenticatorCounter(credentialID, 0))).toBe(true);

      expect((await adapter.getAuthenticator(credentialID))?.counter).toBe(7);
    });

    it('updateAuthenticatorCounter accepts one of 20 parallel calls with the same counter', async () => {
      const { credentialID } = await storedAuthenticator({ counter: 7 });

      const { fulfilled } = await race(20, () =>
        subject.adapter.updateAuthenticatorCounter(credentialID, 8),
      );

      expect(fulfilled.length).toBe(1);
    });

    it('updateAuthenticatorCounter accepts zero from an authenticator that does not count', async () => {
      const { credentialID } = await storedAuthenticator();

      const updated = await subject.adapter.updateAuthenticatorCounter(credentialID, 0);

      expect(updated).toMatchObject({ credentialID, counter: 0 });
    });

    it('deleteUser removes the authenticators of the user', async () => {
      const { credentialID, userId } = await storedAuthenticator();

      await subject.adapter.deleteUser(userId);

      expect(await subject.adapter.getAuthenticator(credentialID)).toBeNull();
    });

    it('stores name if the adapter lists the column', async () => {
      if (!subject.adapter.columns?.includes('authenticators.name')) return;
      const { id: userId } = await subject.storedUser();
      const authenticator = { ...anAuthenticator({ userId }), name: 'My phone' };
      await subject.adapter.createAuthenticator(authenticator);

      const found = await subject.adapter.getAuthenticator(authenticator.credentialID);

      expect(found).toMatchObject({ name: 'My phone' });
    });

    for (const [name, value] of NO_KEYS) {
      it(`${name} as a key finds and updates no authenticator`, async () => {
        const { credentialID } = await storedAuthenticator({ counter: 1 });
        const { adapter } = subject;

        expect(await resultOf(() => adapter.getAuthenticator(value))).toBeNull();
        const listed = await resultOf(() => adapter.listAuthenticatorsByUserId(value));
        expect(listed ?? []).toEqual([]);
        expect(await isRefused(() => adapter.updateAuthenticatorCounter(value, 9))).toBe(true);

        expect((await adapter.getAuthenticator(credentialID))?.counter).toBe(1);
      });
    }
  });
}
