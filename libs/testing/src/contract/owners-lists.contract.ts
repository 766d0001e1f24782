import { randomUUID } from 'node:crypto';
import { aVerificationToken } from '../builders.js';
import { hasOperation, type ContractSubject } from './contract-subject.js';
import { resultOf, NO_KEYS } from './outcomes.js';
import { testGlobals } from './test-globals.js';

/**
 * Tests for the rows of one user or address, if the adapter has the operations.
 * @see docs/design/decisions.md 26
 */
export function describeOwnersLists(subject: ContractSubject): void {
  const { describe, it, expect } = testGlobals();

  describe('rows of one user or address', () => {
    it('listSessionsByUserId lists the sessions of the given user, expired ones too', async () => {
      if (!hasOperation(subject.adapter, 'listSessionsByUserId')) return;
      const { id: userId } = await subject.storedUser();
      const first = await subject.storedSession({ userId });
      const second = await subject.storedSession({ userId, expires: new Date(1_700_000_000_000) });
      await subject.storedSession();

      const listed = await subject.adapter.listSessionsByUserId(userId);

      const tokens = listed.map(({ sessionToken }) => sessionToken);
      expect(tokens.sort()).toEqual([first.sessionToken, second.sessionToken].sort());
      const expired = listed.find(({ sessionToken }) => sessionToken === second.sessionToken);
      expect(expired).toMatchObject(second);
      expect(await subject.adapter.listSessionsByUserId(randomUUID())).toEqual([]);
    });

    it('listSessionsByUserId returns the page of sessions that is asked for, or all (ID12)', async () => {
      const { adapter } = subject;
      if (!hasOperation(adapter, 'listSessionsByUserId')) return;
      if (!adapter.columns?.includes('sessions.createdAt')) return;
      const { id: userId } = await subject.storedUser();
      const tokens: string[] = [];
      for (const day of [undefined, 3, 1, 4, 2]) {
        const createdAt = day ? new Date(`2026-05-0${day}T07:08:09.123Z`) : null;
        tokens[day ?? 0] = (await subject.storedSession({ userId, createdAt })).sessionToken;
      }
      const [undated, first, second, third, fourth] = tokens;
      const until = new Date('2026-05-02T07:08:09.123Z');

      const newest = await adapter.listSessionsByUserId(userId, { limit: 2 });
      const older = await adapter.listSessionsByUserId(userId, { limit: 3, until });

      const listed = [newest, older].map((page) => page.map(({ sessionToken }) => sessionToken));
      const all = [...tokens].sort();
      const pages = [
        [fourth, third],
        [second, first, undated],
      ];
      if (newest.length < 5) expect(listed).toEqual(pages);
      else expect(listed.map((page) => page.sort())).toEqual([all, all]);
    });

    it('deleteSessionsByUserId deletes only the sessions of the given user', async () => {
      if (!hasOperation(subject.adapter, 'deleteSessionsByUserId')) return;
      const { userId, sessionToken } = await subject.storedSession();
      const second = await subject.storedSession({ userId });
      const stays = await subject.storedSession();

      await subject.adapter.deleteSessionsByUserId(userId);

      expect(await subject.adapter.getSessionAndUser(sessionToken)).toBeNull();
      expect(await subject.adapter.getSessionAndUser(second.sessionToken)).toBeNull();
      const found = await subject.adapter.getSessionAndUser(stays.sessionToken);
      expect(found?.user.id).toBe(stays.userId);
    });

    it('deleteVerificationTokensByIdentifier deletes only the tokens for the given address', async () => {
      if (!hasOperation(subject.adapter, 'deleteVerificationTokensByIdentifier')) return;
      const first = aVerificationToken();
      const second = aVerificationToken({ identifier: first.identifier });
      const stays = aVerificationToken();
      for (const token of [first, second, stays]) {
        await subject.adapter.createVerificationToken(token);
      }

      await subject.adapter.deleteVerificationTokensByIdentifier(first.identifier);

      expect(await subject.adapter.useVerificationToken(first)).toBeNull();
      expect(await subject.adapter.useVerificationToken(second)).toBeNull();
      expect(await subject.adapter.useVerificationToken(stays)).toEqual(stays);
    });

    it('updateAuthenticator changes the given members but never the counter', async () => {
      if (!hasOperation(subject.adapter, 'updateAuthenticator')) return;
      const stored = await subject.storedAuthenticator({ counter: 7, credentialBackedUp: false });
      const { credentialID } = stored;
      const patch = { credentialID, credentialBackedUp: true, counter: 3 };

      await subject.adapter.updateAuthenticator(patch);

      const found = await subject.adapter.getAuthenticator(credentialID);
      expect(found).toMatchObject({ ...stored, credentialBackedUp: true, counter: 7 });
      const unknown = { credentialID: 'unknown', credentialBackedUp: true };
      expect(await resultOf(() => subject.adapter.updateAuthenticator(unknown))).toBeNull();
    });

    it('deleteAuthenticator removes only the given authenticator', async () => {
      if (!hasOperation(subject.adapter, 'deleteAuthenticator')) return;
      const { userId, credentialID } = await subject.storedAuthenticator();
      const stays = await subject.storedAuthenticator({ userId });

      await subject.adapter.deleteAuthenticator(credentialID);

      expect(await subject.adapter.getAuthenticator(credentialID)).toBeNull();
      const [left, ...others] = await subject.adapter.listAuthenticatorsByUserId(userId);
      expect(left?.credentialID).toBe(stays.credentialID);
      expect(others).toEqual([]);
    });

    for (const [name, value] of NO_KEYS) {
      it(`${name} as a key lists and deletes nothing`, async () => {
        const { adapter } = subject;
        const session = await subject.storedSession();
        const token = aVerificationToken();
        await adapter.createVerificationToken(token);

        if (hasOperation(adapter, 'listSessionsByUserId')) {
          expect((await resultOf(() => adapter.listSessionsByUserId(value))) ?? []).toEqual([]);
        }
        if (hasOperation(adapter, 'deleteSessionsByUserId')) {
          await resultOf(() => adapter.deleteSessionsByUserId(value));
        }
        if (hasOperation(adapter, 'deleteVerificationTokensByIdentifier')) {
          await resultOf(() => adapter.deleteVerificationTokensByIdentifier(value));
        }

        const found = await adapter.getSessionAndUser(session.sessionToken);
        expect(found?.user.id).toBe(session.userId);
        expect(await adapter.useVerificationToken(token)).toEqual(token);
      });
    }
  });
}
