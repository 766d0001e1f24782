import { aSession, aUser, anAuthenticator, aVerificationToken } from '@authnest/testing';
import type { TypeOrmAdapter } from '@authnest/typeorm';
import { RACES } from './races.js';

const FIFTY = Array.from({ length: 50 }, (_, index) => index);

async function fulfilled<T>(calls: readonly Promise<T>[]): Promise<T[]> {
  const results = await Promise.allSettled(calls);
  return results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
}

/** Declares tests of concurrent calls to an adapter. @param adapter - called when tests run */
export function declareAdapterRaces(adapter: () => TypeOrmAdapter): void {
  it.each(RACES)('of 50 uses of one token, one succeeds (run %i)', async () => {
    const token = aVerificationToken();
    await adapter().createVerificationToken(token);

    const used = await Promise.all(FIFTY.map(() => adapter().useVerificationToken(token)));

    expect(used.filter((found) => found !== null)).toEqual([token]);
  });

  it.each(RACES)('of 50 users with one email address, one is created (run %i)', async () => {
    const { email } = aUser();

    const created = await fulfilled(FIFTY.map(() => adapter().createUser(aUser({ email }))));

    expect(created).toEqual([await adapter().getUserByEmail(email)]);
  });

  it.each(RACES)('of 50 deletions of one session, one deletes it (run %i)', async () => {
    const { id: userId } = await adapter().createUser(aUser());
    const { sessionToken } = await adapter().createSession(aSession({ userId }));

    const deleted = await Promise.all(FIFTY.map(() => adapter().deleteSession(sessionToken)));

    expect(deleted.filter((session) => session !== null)).toHaveLength(1);
  });

  it.each(RACES)(
    'a counter that 50 concurrent calls update ends at the highest value (run %i)',
    async () => {
      const { id: userId } = await adapter().createUser(aUser());
      const { credentialID } = await adapter().createAuthenticator(anAuthenticator({ userId }));
      const counters = FIFTY.map((index) => ((index * 37) % 50) + 1);

      const moved = await fulfilled(
        counters.map((counter) => adapter().updateAuthenticatorCounter(credentialID, counter)),
      );

      expect((await adapter().getAuthenticator(credentialID))?.counter).toBe(50);
      expect(moved.length).toBeGreaterThan(0);
    },
  );

  it.each(RACES)(
    'an extension never restores a session that was deleted in the meantime (run %i)',
    async () => {
      const { id: userId } = await adapter().createUser(aUser());
      const session = await adapter().createSession(aSession({ userId }));

      const extending = FIFTY.map(() => adapter().updateSession(session));
      await Promise.all([...extending, adapter().deleteSession(session.sessionToken)]);
      await adapter().updateSession(session);

      expect(await adapter().getSessionAndUser(session.sessionToken)).toBeNull();
    },
  );

  it.each(RACES)('200 parallel reads and writes all complete (run %i)', async () => {
    const { id: userId } = await adapter().createUser(aUser());
    const { sessionToken } = await adapter().createSession(aSession({ userId }));

    const ended = await Promise.all(
      Array.from({ length: 100 }, async () => [
        await adapter().getSessionAndUser(sessionToken),
        await adapter().createSession(aSession({ userId })),
      ]),
    );

    expect(ended.every(([found, created]) => found && created)).toBe(true);
  });
}
