import type { AdapterUser } from '@authnest/core';
import { randomUUID } from 'node:crypto';
import { aSession, aUser, aVerificationToken, anAccount, anAuthenticator } from '@authnest/testing';
import type { TypeOrmAdapter } from '@authnest/typeorm';

/** A prepared write to an adapter, and a check of whether it has taken effect. */
export interface AuthWrite {
  run(adapter: TypeOrmAdapter): Promise<unknown>;
  isDone(adapter: TypeOrmAdapter): Promise<boolean>;
}

type Prepare = (adapter: TypeOrmAdapter, user: AdapterUser) => Promise<AuthWrite>;

const HOUR_MS = 3_600_000;

const aChallenge = () => ({
  id: randomUUID(),
  purpose: 'reset',
  subject: 'user:1',
  data: 'sealed',
  attempts: 0,
  expires: new Date(Date.now() + HOUR_MS),
});

/** Every adapter operation that writes, by name. Each requires a stored user. */
export const authWrites: Readonly<Record<string, Prepare>> = {
  createUser: async () => {
    const other = aUser();
    return {
      run: (adapter) => adapter.createUser(other),
      isDone: async (adapter) => (await adapter.getUserByEmail(other.email)) !== null,
    };
  },
  registerUser: async () => {
    const [other, account, session] = [aUser(), anAccount(), aSession()];
    return {
      run: (adapter) => adapter.registerUser({ user: other, account, session }),
      isDone: async (adapter) => {
        const stored = [
          await adapter.getUserByEmail(other.email),
          await adapter.getUserByAccount(account),
          await adapter.getSessionAndUser(session.sessionToken),
        ].filter((row) => row !== null);
        if (stored.length !== 0 && stored.length !== 3) throw new Error('half of it is stored');
        return stored.length === 3;
      },
    };
  },
  addToUser: async (_adapter, user) => {
    const [account, session] = [anAccount(), aSession()];
    return {
      run: (adapter) => adapter.addToUser({ user, account, session }),
      isDone: async (adapter) => {
        const stored = [
          await adapter.getUserByAccount(account),
          await adapter.getSessionAndUser(session.sessionToken),
        ].filter((row) => row !== null);
        if (stored.length === 1) throw new Error('half of it is stored');
        return stored.length === 2;
      },
    };
  },
  proveUser: async (store) => {
    const { id, email } = await store.createUser(aUser({ emailVerified: null }));
    const { sessionToken } = await store.createSession(aSession({ userId: id }));
    return {
      run: (adapter) => adapter.proveUser({ id, email, emailVerified: new Date() }),
      isDone: async (adapter) => {
        const isProven = (await adapter.getUser(id))?.emailVerified instanceof Date;
        const isEnded = (await adapter.getSessionAndUser(sessionToken)) === null;
        if (isProven !== isEnded) throw new Error('half of it is stored');
        return isProven;
      },
    };
  },
  endAccess: async (store, { id: userId }) => {
    const at = new Date();
    const { sessionToken } = await store.createSession(aSession({ userId, createdAt: at }));
    return {
      run: (adapter) => adapter.endAccess({ userId, at, sessionToken }),
      isDone: async (adapter) => {
        const isEnded = (await adapter.getUser(userId))?.accessEndedAt instanceof Date;
        const found = await adapter.getSessionAndUser(sessionToken);
        const goesOn = (found?.session.createdAt?.getTime() ?? 0) > at.getTime();
        if (isEnded !== goesOn) throw new Error('half of it is stored');
        return isEnded;
      },
    };
  },
  updateUser: async (_adapter, { id }) => ({
    run: (adapter) => adapter.updateUser({ id, name: 'changed' }),
    isDone: async (adapter) => (await adapter.getUser(id))?.name === 'changed',
  }),
  deleteUser: async (_adapter, { id }) => ({
    run: (adapter) => adapter.deleteUser(id),
    isDone: async (adapter) => (await adapter.getUser(id)) === null,
  }),
  linkAccount: async (_adapter, { id: userId }) => {
    const account = anAccount({ userId });
    return {
      run: (adapter) => adapter.linkAccount(account),
      isDone: async (adapter) => (await adapter.getUserByAccount(account)) !== null,
    };
  },
  unlinkAccount: async (store, { id: userId }) => {
    const account = await store.linkAccount(anAccount({ userId }));
    return {
      run: (adapter) => adapter.unlinkAccount(account),
      isDone: async (adapter) => (await adapter.getUserByAccount(account)) === null,
    };
  },
  updateAccount: async (store, { id: userId }) => {
    const { provider, providerAccountId } = await store.linkAccount(anAccount({ userId }));
    return {
      run: (adapter) =>
        adapter.updateAccount({ provider, providerAccountId, access_token: 'changed' }),
      isDone: async (adapter) =>
        (await adapter.getAccount(providerAccountId, provider))?.access_token === 'changed',
    };
  },
  advanceAccount: async (store, { id: userId }) => {
    const { provider, providerAccountId } = await store.linkAccount(anAccount({ userId }));
    const first = { provider, providerAccountId, tokenVersion: 1 };
    return {
      run: (adapter) => adapter.advanceAccount(first),
      isDone: async (adapter) => !(await adapter.advanceAccount(first)),
    };
  },
  createSession: async (_adapter, { id: userId }) => {
    const session = aSession({ userId });
    return {
      run: (adapter) => adapter.createSession(session),
      isDone: async (adapter) => (await adapter.getSessionAndUser(session.sessionToken)) !== null,
    };
  },
  updateSession: async (store, { id: userId }) => {
    const { sessionToken } = await store.createSession(aSession({ userId }));
    const expires = new Date(Math.floor(Date.now() / 1000) * 1000 + 48 * HOUR_MS);
    return {
      run: (adapter) => adapter.updateSession({ sessionToken, expires }),
      isDone: async (adapter) => {
        const found = await adapter.getSessionAndUser(sessionToken);
        return found?.session.expires.getTime() === expires.getTime();
      },
    };
  },
  deleteSession: async (store, { id: userId }) => {
    const { sessionToken } = await store.createSession(aSession({ userId }));
    return {
      run: (adapter) => adapter.deleteSession(sessionToken),
      isDone: async (adapter) => (await adapter.getSessionAndUser(sessionToken)) === null,
    };
  },
  deleteSessionsByUserId: async (store, { id: userId }) => {
    const { sessionToken } = await store.createSession(aSession({ userId }));
    return {
      run: (adapter) => adapter.deleteSessionsByUserId(userId),
      isDone: async (adapter) => (await adapter.getSessionAndUser(sessionToken)) === null,
    };
  },
  deleteSessionsByProvider: async (store, { id: userId }) => {
    const [providerSession, providerTime] = [userId, new Date()];
    const { sessionToken } = await store.createSession(
      aSession({ userId, provider: 'idp', providerSession, providerTime }),
    );
    const ended = { providerSession, sessionBefore: providerTime, subjectBefore: providerTime };
    return {
      run: (adapter) => adapter.deleteSessionsByProvider(ended),
      isDone: async (adapter) => (await adapter.getSessionAndUser(sessionToken)) === null,
    };
  },
  markEnded: async (_adapter, { id }) => {
    const expires = new Date(Date.now() + HOUR_MS);
    return {
      run: (adapter) => adapter.markEnded({ markers: [id], before: new Date(), expires }),
      isDone: async (adapter) => (await adapter.endedBefore([id])) !== null,
    };
  },
  createVerificationToken: async () => {
    const token = aVerificationToken();
    return {
      run: (adapter) => adapter.createVerificationToken(token),
      isDone: async (adapter) => (await adapter.useVerificationToken(token)) !== null,
    };
  },
  useVerificationToken: async (store) => {
    const token = await store.createVerificationToken(aVerificationToken());
    return {
      run: (adapter) => adapter.useVerificationToken(token),
      isDone: async (adapter) => (await adapter.useVerificationToken(token)) === null,
    };
  },
  deleteVerificationTokensByIdentifier: async (store) => {
    const token = await store.createVerificationToken(aVerificationToken());
    return {
      run: (adapter) => adapter.deleteVerificationTokensByIdentifier(token.identifier),
      isDone: async (adapter) => (await adapter.useVerificationToken(token)) === null,
    };
  },
  spendOnce: async (_adapter, { id: key }) => {
    const expires = new Date(Date.now() + HOUR_MS);
    return {
      run: (adapter) => adapter.spendOnce({ key, expires }),
      isDone: async (adapter) => !(await adapter.spendOnce({ key, expires })),
    };
  },
  createChallenge: async () => {
    const challenge = aChallenge();
    return {
      run: (adapter) => adapter.createChallenge(challenge),
      isDone: async (adapter) => (await adapter.takeChallenge(challenge.id)) !== null,
    };
  },
  tryChallenge: async (store) => {
    const challenge = aChallenge();
    await store.createChallenge(challenge);
    const only = { id: challenge.id, attempts: 1 };
    return {
      run: (adapter) => adapter.tryChallenge(only),
      isDone: async (adapter) => (await adapter.tryChallenge(only)) === null,
    };
  },
  takeChallenge: async (store) => {
    const { id } = aChallenge();
    await store.createChallenge({ ...aChallenge(), id });
    return {
      run: (adapter) => adapter.takeChallenge(id),
      isDone: async (adapter) => (await adapter.takeChallenge(id)) === null,
    };
  },
  deleteChallenges: async (store) => {
    const challenge = { ...aChallenge(), subject: `user:${randomUUID()}` };
    await store.createChallenge(challenge);
    return {
      run: (adapter) => adapter.deleteChallenges({ subject: challenge.subject }),
      isDone: async (adapter) => (await adapter.getChallenge(challenge.id)) === null,
    };
  },
  createAuthenticator: async (_adapter, { id: userId }) => {
    const passkey = anAuthenticator({ userId });
    return {
      run: (adapter) => adapter.createAuthenticator(passkey),
      isDone: async (adapter) => (await adapter.getAuthenticator(passkey.credentialID)) !== null,
    };
  },
  updateAuthenticatorCounter: async (store, { id: userId }) => {
    const { credentialID } = await store.createAuthenticator(anAuthenticator({ userId }));
    return {
      run: (adapter) => adapter.updateAuthenticatorCounter(credentialID, 7),
      isDone: async (adapter) => (await adapter.getAuthenticator(credentialID))?.counter === 7,
    };
  },
  updateAuthenticator: async (store, { id: userId }) => {
    const { credentialID } = await store.createAuthenticator(anAuthenticator({ userId }));
    return {
      run: (adapter) => adapter.updateAuthenticator({ credentialID, name: 'changed' }),
      isDone: async (adapter) => (await adapter.getAuthenticator(credentialID))?.name === 'changed',
    };
  },
  deleteAuthenticator: async (store, { id: userId }) => {
    const { credentialID } = await store.createAuthenticator(anAuthenticator({ userId }));
    return {
      run: (adapter) => adapter.deleteAuthenticator(credentialID),
      isDone: async (adapter) => (await adapter.getAuthenticator(credentialID)) === null,
    };
  },
  deleteExpired: async (store, { id: userId }) => {
    const expires = new Date(Date.now() - HOUR_MS);
    const { sessionToken } = await store.createSession(aSession({ userId, expires }));
    return {
      run: (adapter) => adapter.deleteExpired(),
      isDone: async (adapter) => (await adapter.getSessionAndUser(sessionToken)) === null,
    };
  },
};
