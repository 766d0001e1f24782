import type {
  Adapter,
  AdapterAccount,
  AdapterSession,
  AdapterUser,
  VerificationToken,
} from '@authnest/core';
import { runAdapterContract } from './adapter-contract.js';
import { MemoryAdapter } from './memory.adapter.js';
import type { MemoryTables } from './memory/memory-tables.js';

/** Returns the tests of the contract that an adapter fails. */
async function failuresOf(adapter: Adapter): Promise<string[]> {
  const checks: { fact: string; check: () => Promise<void> | void }[] = [];
  const prepare: (() => Promise<void> | void)[] = [];
  const own = { describe, it, beforeAll, afterAll };
  Object.assign(globalThis, {
    describe: (_: string, declare: () => void) => declare(),
    it: (fact: string, check: () => Promise<void>) => checks.push({ fact, check }),
    beforeAll: (step: () => Promise<void>) => prepare.push(step),
    afterAll: () => undefined,
  });
  try {
    runAdapterContract({ name: 'adapter', createAdapter: async () => ({ adapter }) });
  } finally {
    Object.assign(globalThis, own);
  }
  for (const step of prepare) await step();
  const failures: string[] = [];
  for (const { fact, check } of checks) {
    await Promise.resolve(check()).catch(() => failures.push(fact));
  }
  return failures;
}

class KeepsAccountsOfDeleted extends MemoryAdapter {
  override async deleteUser(id: string): Promise<AdapterUser | null> {
    const { accounts } = Reflect.get(this, 'tables') as MemoryTables;
    const kept = accounts.list({ userId: id });
    const deleted = await super.deleteUser(id);
    for (const account of kept) accounts.insert(account);
    return deleted;
  }
}

class MovesTakenAccounts extends MemoryAdapter {
  override async addToUser(addition: Parameters<MemoryAdapter['addToUser']>[0]): Promise<boolean> {
    if (addition.account) await this.unlinkAccount(addition.account);
    return super.addToUser(addition);
  }
}

class ProvesEverything extends MemoryAdapter {
  override linkAccount(account: AdapterAccount): Promise<AdapterAccount> {
    return super.linkAccount({ ...account, emailVerified: true });
  }
}

class DropsCreatedAt extends MemoryAdapter {
  override registerUser({ session, ...rest }: Parameters<MemoryAdapter['registerUser']>[0]) {
    return super.registerUser({
      ...rest,
      ...(session && { session: { ...session, createdAt: null } }),
    });
  }
}

class DropsDevices extends MemoryAdapter {
  override createSession(session: AdapterSession): Promise<AdapterSession> {
    return super.createSession({ ...session, address: null, userAgent: null });
  }
}

class HidesEnds extends MemoryAdapter {
  override async getSessionAndUser(sessionToken: string) {
    const found = await super.getSessionAndUser(sessionToken);
    return found && { ...found, user: { ...found.user, accessEndedAt: null } };
  }
}

class IgnoresLastUse extends MemoryAdapter {
  override updateSession({ lastUsedAt: _, ...session }: AdapterSession) {
    return super.updateSession(session);
  }
}

class FindsSimilarAddresses extends MemoryAdapter {
  override getUserByEmail(email: string): Promise<AdapterUser | null> {
    return super.getUserByEmail(typeof email === 'string' ? email.toLowerCase().trim() : email);
  }
}

class EndsNewSessionsToo extends MemoryAdapter {
  override async deleteSessionsByProvider(
    ended: Parameters<MemoryAdapter['deleteSessionsByProvider']>[0],
  ): Promise<AdapterSession[]> {
    const deleted = await super.deleteSessionsByProvider(ended);
    const late = new Date('2100-01-01');
    await super.deleteSessionsByProvider({ ...ended, sessionBefore: late });
    return deleted;
  }
}

const inNextTurn = () => new Promise<void>((resolve) => setImmediate(resolve));
const toSecond = (time: Date) => new Date(Math.floor(time.getTime() / 1000) * 1000);
const cut = (text: string) => (typeof text === 'string' ? text.slice(0, 255) : text);

class RevivesSessions extends MemoryAdapter {
  override async updateSession(session: AdapterSession): Promise<AdapterSession | null> {
    const found = await super.updateSession(session);
    await inNextTurn();
    if (!found || (await super.updateSession(session))) return found;
    return super.createSession({ ...found, ...session });
  }
}

class GivesUpOnExtended extends MemoryAdapter {
  override async deleteSession(sessionToken: string): Promise<AdapterSession | null> {
    const found = await this.getSessionAndUser(sessionToken);
    await inNextTurn();
    const now = await this.getSessionAndUser(sessionToken);
    const isSame = found?.session.expires.getTime() === now?.session.expires.getTime();
    return isSame ? super.deleteSession(sessionToken) : null;
  }
}

class MissesExtended extends MemoryAdapter {
  override async deleteSessionsByUserId(userId: string): Promise<number> {
    const listed = await this.listSessionsByUserId(userId);
    await inNextTurn();
    for (const { sessionToken, expires } of listed) {
      const now = await this.getSessionAndUser(sessionToken);
      const isSame = now?.session.expires.getTime() === expires.getTime();
      if (isSame) await this.deleteSession(sessionToken);
    }
    return listed.length;
  }
}

class StopsAfterTwoSessions extends MemoryAdapter {
  override async deleteSessionsByUserId(userId: string): Promise<number> {
    const some = (await this.listSessionsByUserId(userId)).slice(0, 2);
    for (const { sessionToken } of some) await this.deleteSession(sessionToken);
    return some.length;
  }
}

class StopsAfterTwoLinks extends MemoryAdapter {
  override async deleteVerificationTokensByIdentifier(identifier: string): Promise<number> {
    const { verificationTokens } = Reflect.get(this, 'tables') as MemoryTables;
    const some = verificationTokens.list({ identifier }).slice(0, 2);
    for (const token of some) await this.useVerificationToken(token);
    return some.length;
  }
}

class CutsTokens extends MemoryAdapter {
  override createSession(session: AdapterSession): Promise<AdapterSession> {
    return super.createSession({ ...session, sessionToken: cut(session.sessionToken) });
  }

  override getSessionAndUser(sessionToken: string) {
    return super.getSessionAndUser(cut(sessionToken));
  }
}

class CutsLinks extends MemoryAdapter {
  override createVerificationToken(link: VerificationToken): Promise<VerificationToken> {
    return super.createVerificationToken({ ...link, token: cut(link.token) });
  }

  override useVerificationToken(link: VerificationToken): Promise<VerificationToken | null> {
    return super.useVerificationToken({ ...link, token: cut(link.token) });
  }
}

class CutsAccountIds extends MemoryAdapter {
  override linkAccount(account: AdapterAccount): Promise<AdapterAccount> {
    const providerAccountId = cut(account.providerAccountId);
    return super.linkAccount({ ...account, providerAccountId });
  }

  override getUserByAccount(account: AdapterAccount): Promise<AdapterUser | null> {
    const providerAccountId = cut(account.providerAccountId);
    return super.getUserByAccount({ ...account, providerAccountId });
  }
}

class CutsTimes extends MemoryAdapter {
  override createSession(session: AdapterSession): Promise<AdapterSession> {
    return super.createSession({ ...session, expires: toSecond(session.expires) });
  }
}

class CutsMarks extends MemoryAdapter {
  override markEnded(marks: Parameters<MemoryAdapter['markEnded']>[0]): Promise<void> {
    return super.markEnded({ ...marks, before: toSecond(marks.before) });
  }
}

/** An adapter that is correct except for some operations. */
function faulty(fault: (sound: MemoryAdapter, tables: MemoryTables) => Partial<Adapter>): Adapter {
  const sound = new MemoryAdapter();
  const adapter = new MemoryAdapter();
  const tables = Reflect.get(sound, 'tables') as MemoryTables;
  Reflect.set(adapter, 'tables', tables);
  return Object.assign(adapter, fault(sound, tables));
}

/** Returns an operation that remembers each result, as a cache in front of a store does. */
function remembering<A extends unknown[], R>(read: (...args: A) => Promise<R>) {
  const known = new Map<string, R>();
  return async (...args: A): Promise<R> => {
    const key = JSON.stringify(args);
    const result = known.has(key) ? (known.get(key) as R) : await read(...args);
    if (result !== null) known.set(key, result);
    return structuredClone(result);
  };
}

const lower = (value: string) => (typeof value === 'string' ? value.toLowerCase() : value);

function without<Row extends object>(row: Row, member: keyof Row): Row {
  return { ...row, [member]: undefined };
}

function withProof<Row extends object>(account: Row): Row {
  return { ...account, emailVerified: true };
}

function cutKey<Row extends { credentialPublicKey: string }>(row: Row): Row {
  return { ...row, credentialPublicKey: row.credentialPublicKey.slice(0, 255) };
}

/** Look-ups that remember what they returned, and the test that finds it. */
const cached = (
  [
    ['getUser', /^a user who is read again/],
    ['getUserByEmail', /^a user who is read again/],
    ['getUserByAccount', /^an account that is looked up again/],
    ['listAccountsByUserId', /^lists of a user that are read again/],
    ['listSessionsByUserId', /^lists of a user that are read again/],
    ['getAuthenticator', /^a passkey that is read again/],
    ['listAuthenticatorsByUserId', /^a passkey that is read again/],
    ['findRow', /^a row of a feature that is read again/],
    ['endedBefore', /^a mark that is looked up again/],
  ] as const
).map(([name, fact]): (typeof faults)[number] => [
  `remembers what ${name} returned`,
  faulty((sound) => ({
    [name]: remembering((sound[name] as (...args: unknown[]) => Promise<unknown>).bind(sound)),
  })),
  fact,
]);

/** Faults of one operation each, and the test that finds it. */
const faults: readonly [fault: string, adapter: Adapter, fact: RegExp][] = [
  [
    'accepts a link twice at once',
    faulty((sound, { verificationTokens }) => ({
      useVerificationToken: async ({ identifier, token }) => {
        const found = verificationTokens.find({ identifier, token });
        await inNextTurn();
        await sound.useVerificationToken({ identifier, token });
        return found;
      },
    })),
    /^only one of 20 parallel uses/,
  ],
  [
    'accepts a link for any address',
    faulty((_, { verificationTokens }) => ({
      useVerificationToken: async ({ token }) => verificationTokens.remove({ token }),
    })),
    /^a different or similar address/,
  ],
  [
    'accepts an address whose case differs',
    faulty((sound) => ({
      createVerificationToken: (link) =>
        sound.createVerificationToken({ ...link, identifier: lower(link.identifier) }),
      useVerificationToken: (link) =>
        sound.useVerificationToken({ ...link, identifier: lower(link.identifier) }),
    })),
    /^a different or similar address/,
  ],
  [
    'lets two callers spend a value at once',
    faulty((sound) => {
      const spent = new Set<string>();
      return {
        spendOnce: async (value) => {
          const isFirst = !spent.has(value.key);
          await inNextTurn();
          spent.add(value.key);
          await sound.spendOnce(value);
          return isFirst;
        },
      };
    }),
    /^returns true for only one of 20/,
  ],
  [
    'lets two callers take a challenge at once',
    faulty((sound, { challenges }) => ({
      takeChallenge: async (id) => {
        const found = challenges.find({ id });
        await inNextTurn();
        await sound.takeChallenge(id);
        return found;
      },
    })),
    /^only one of 20 parallel calls of takeChallenge/,
  ],
  [
    'keeps a challenge that is taken',
    faulty((_, { challenges }) => ({ takeChallenge: async (id) => challenges.find({ id }) })),
    /^takeChallenge returns the challenge, and then null/,
  ],
  [
    'reads the count of attempts before it writes it',
    faulty((sound, { challenges }) => ({
      tryChallenge: async ({ id, attempts }) => {
        const before = challenges.find({ id })?.attempts ?? 0;
        await inNextTurn();
        if (before < attempts) challenges.update({ id }, { attempts: before });
        return sound.tryChallenge({ id, attempts });
      },
    })),
    /^20 parallel calls of tryChallenge get no more/,
  ],
  [
    'returns the count before the attempt',
    faulty((sound) => ({
      tryChallenge: async (attempt) => {
        const found = await sound.tryChallenge(attempt);
        return found && { ...found, attempts: found.attempts - 1 };
      },
    })),
    /^tryChallenge counts each attempt/,
  ],
  [
    'takes a challenge that is looked at',
    faulty((sound) => ({ getChallenge: async (id) => sound.takeChallenge(id) })),
    /^getChallenge returns the challenge, and changes nothing/,
  ],
  [
    'shows expired challenges',
    faulty((_, { challenges }) => ({ getChallenge: async (id) => challenges.find({ id }) })),
    /^an expired challenge is neither/,
  ],
  [
    'deletes challenges of every purpose',
    faulty((sound) => ({
      deleteChallenges: async ({ subject }) => sound.deleteChallenges({ subject }),
    })),
    /^deleteChallenges deletes those of one subject and purpose/,
  ],
  [
    'deletes challenges that have no subject',
    faulty((sound, { challenges }) => ({
      deleteChallenges: async (of) => {
        if (typeof of.subject === 'string') return sound.deleteChallenges(of);
        challenges.removeWhere(({ subject }) => subject === null);
      },
    })),
    /^deletes no challenge of/,
  ],
  [
    'keeps the challenges that expire first',
    faulty((_, { challenges }) => ({
      deleteChallenges: async ({ subject, purpose, keep = 0 }) => {
        const found = challenges.list({ subject, ...(purpose !== undefined && { purpose }) });
        const sorted = found.sort((one, other) => +one.expires - +other.expires);
        for (const { id } of sorted.slice(keep)) challenges.remove({ id });
      },
    })),
    /^deleteChallenges keeps as many as it is told/,
  ],
  [
    'returns expired challenges',
    faulty((_, { challenges }) => ({ takeChallenge: async (id) => challenges.remove({ id }) })),
    /^an expired challenge is neither/,
  ],
  [
    'lets expired challenges be tried',
    faulty((_, { challenges }) => ({
      tryChallenge: async ({ id, attempts }) => {
        const found = challenges.find({ id });
        if (!found || found.attempts >= attempts) return null;
        return challenges.update({ id }, { attempts: found.attempts + 1 });
      },
    })),
    /^an expired challenge is neither/,
  ],
  [
    'creates a challenge that is tried',
    faulty((sound) => ({
      tryChallenge: async ({ id, attempts }) => {
        const about = { purpose: 'reset', subject: null, data: '', attempts: 0 };
        const fresh = { id, ...about, expires: new Date('2100-01-01') };
        await sound.createChallenge(fresh).catch(() => undefined);
        return sound.tryChallenge({ id, attempts });
      },
    })),
    /^an absent or similar id is neither/,
  ],
  [
    'replaces the challenge of a taken id',
    faulty((sound) => ({
      createChallenge: async (challenge) => {
        await sound.takeChallenge(challenge.id);
        return sound.createChallenge(challenge);
      },
    })),
    /^createChallenge throws when the id is taken/,
  ],
  [
    'cuts the data of a challenge',
    faulty((sound) => ({
      createChallenge: (challenge) =>
        sound.createChallenge({ ...challenge, data: challenge.data.slice(0, 50_000) }),
    })),
    /^keeps 60,000 characters of data/,
  ],
  [
    'cuts the expiry of a challenge to the second',
    faulty((sound) => ({
      createChallenge: (challenge) =>
        sound.createChallenge({ ...challenge, expires: toSecond(challenge.expires) }),
    })),
    /^keeps the expiry of a challenge/,
  ],
  [
    'takes the first challenge without an id',
    faulty((sound, { challenges }) => ({
      takeChallenge: async (id) =>
        sound.takeChallenge(id === undefined ? (challenges.all().at(-1)?.id ?? '') : id),
    })),
    /^finds no challenge by undefined/,
  ],
  [
    'stores a user though the account is taken',
    faulty((sound, { users }) => ({
      registerUser: async (registration) => {
        const user = await sound.registerUser(registration);
        const isTaken = await sound.getUserByEmail(registration.user.email);
        if (!user && !isTaken) users.insert(registration.user);
        return user;
      },
    })),
    /^returns null if the account is linked/,
  ],
  [
    'returns the user who has the address already',
    faulty((sound) => ({
      registerUser: async (registration) =>
        (await sound.registerUser(registration)) ?? sound.getUserByEmail(registration.user.email),
    })),
    /^returns null if the address is taken/,
  ],
  [
    'adds to a user who has changed',
    faulty((sound) => ({
      addToUser: async ({ user, ...addition }) => {
        const now = await sound.getUser(user.id);
        return now ? sound.addToUser({ ...addition, user: now }) : false;
      },
    })),
    /^returns false for a user whose address was/,
  ],
  [
    'keeps passkeys at a proof',
    faulty((sound, { authenticators }) => ({
      proveUser: async (proof) => {
        const kept = authenticators.list({ userId: proof.id });
        const proven = await sound.proveUser(proof);
        if (proven) for (const one of kept) authenticators.insert(one);
        return proven;
      },
    })),
    /^sets emailVerified and removes/,
  ],
  [
    'keeps sessions at a proof',
    faulty((sound, { sessions }) => ({
      proveUser: async (proof) => {
        const kept = sessions.list({ userId: proof.id });
        const proven = await sound.proveUser(proof);
        if (proven) for (const one of kept) sessions.insert(one);
        return proven;
      },
    })),
    /^sets emailVerified and removes/,
  ],
  [
    'proves an address again',
    faulty((sound) => ({
      proveUser: async (proof) => {
        const { id } = proof;
        const user = await sound.getUser(id);
        if (user?.emailVerified) await sound.updateUser({ id, emailVerified: null });
        return sound.proveUser(proof);
      },
    })),
    /^returns null if the address was already proven/,
  ],
  [
    'takes the proof of an address for that of another one',
    faulty((sound) => ({
      proveUser: async (proof) => {
        const { email = '' } = (await sound.getUser(proof.id)) ?? {};
        return sound.proveUser({ ...proof, email });
      },
    })),
    /^returns null if the user has another address/,
  ],
  [
    'removes access that a proof is to keep',
    faulty((sound) => ({
      proveUser: async (proof) => sound.proveUser({ ...proof, keepsAccess: false }),
    })),
    /^keeps the accounts, sessions and passkeys if asked/,
  ],
  [
    'erases members that an update leaves out',
    faulty((sound) => ({
      updateUser: ({ id, name = null, image = null, ...rest }) =>
        sound.updateUser({ id, name, image, ...rest }),
    })),
    /^updateUser changes the given members/,
  ],
  [
    'inserts a user that is to be updated',
    faulty((sound, { users }) => ({
      updateUser: async (user) => {
        if (!(await sound.getUser(user.id)))
          users.insert({ emailVerified: null, email: '', ...user });
        return sound.updateUser(user);
      },
    })),
    /^updateUser never creates a user/,
  ],
  [
    'inserts a session that is to be updated',
    faulty((sound, { users, sessions }) => ({
      updateSession: async (session) => {
        const found = await sound.updateSession(session);
        const [user] = users.all();
        if (found || !user) return found;
        return sessions.insert({ userId: user.id, expires: new Date('2100-01-01'), ...session });
      },
    })),
    /^updateSession never restores/,
  ],
  [
    'gives an account to another user by an update',
    faulty((_, { accounts }) => ({
      updateAccount: async ({ provider, providerAccountId, ...patch }) =>
        accounts.update({ provider, providerAccountId }, patch),
    })),
    /^never moves an account to another user/,
  ],
  [
    'advances an account whatever its version',
    faulty((_, { accounts }) => ({
      advanceAccount: async ({ provider, providerAccountId, userId: _userId, ...patch }) =>
        accounts.update({ provider, providerAccountId }, patch) !== null,
    })),
    /^advanceAccount changes members only if/,
  ],
  [
    'advances the account of another user',
    faulty((sound) => ({
      advanceAccount: ({ userId: _userId, ...advance }) => sound.advanceAccount(advance),
    })),
    /^advanceAccount checks the owner/,
  ],
  [
    'lowers the counter of a passkey',
    faulty((_, { authenticators }) => ({
      updateAuthenticatorCounter: async (credentialID, counter) => {
        const found = authenticators.update({ credentialID }, { counter });
        if (!found) throw new Error('there is no such authenticator');
        return found;
      },
    })),
    /^updateAuthenticatorCounter refuses a lower/,
  ],
  [
    'lets two callers raise a counter to one value',
    faulty((sound, { authenticators }) => ({
      updateAuthenticatorCounter: async (credentialID, counter) => {
        const found = authenticators.find({ credentialID });
        await inNextTurn();
        if (found && found.counter < counter)
          authenticators.update({ credentialID }, { counter: 0 });
        return sound.updateAuthenticatorCounter(credentialID, counter);
      },
    })),
    /^updateAuthenticatorCounter accepts one of 20/,
  ],
  [
    'gives a passkey to another user by an update',
    faulty((_, { authenticators }) => ({
      updateAuthenticator: async ({ credentialID, ...patch }) =>
        authenticators.update({ credentialID }, patch),
    })),
    /^updateAuthenticator never moves/,
  ],
  [
    'keeps passkeys of deleted users',
    faulty((sound, { authenticators }) => ({
      deleteUser: async (id) => {
        const kept = authenticators.list({ userId: id });
        const deleted = await sound.deleteUser(id);
        for (const one of kept) authenticators.insert(one);
        return deleted;
      },
    })),
    /^deleteUser removes the authenticators/,
  ],
  [
    'finds an account of any provider',
    faulty((_, { accounts, users }) => ({
      getUserByAccount: async ({ providerAccountId }) => {
        const found = accounts.find({ providerAccountId });
        return found && users.find({ id: found.userId });
      },
    })),
    /^getUserByAccount returns null unless/,
  ],
  [
    'unlinks an account of any provider',
    faulty((_, { accounts }) => ({
      unlinkAccount: async ({ providerAccountId }) => accounts.remove({ providerAccountId }),
    })),
    /^unlinkAccount removes nothing unless/,
  ],
  [
    'finds a token whose case differs',
    faulty((sound, { sessions }) => ({
      getSessionAndUser: async (sessionToken) => {
        const same = sessions.all().find((one) => lower(one.sessionToken) === lower(sessionToken));
        return same ? sound.getSessionAndUser(same.sessionToken) : null;
      },
    })),
    /^distinguishes tokens that differ/,
  ],
  [
    'lowers a mark',
    faulty((sound, { revocations }) => ({
      markEnded: async (marks) => {
        for (const marker of marks.markers) revocations.remove({ marker });
        return sound.markEnded(marks);
      },
    })),
    /^raises the time of a marker/,
  ],
  [
    'returns the earliest mark',
    faulty((sound) => ({
      endedBefore: async (markers) => {
        const all = await Promise.all(markers.map((marker) => sound.endedBefore([marker])));
        return all.filter((time) => time !== null).sort((a, b) => Number(a) - Number(b))[0] ?? null;
      },
    })),
    /^makes endedBefore return the latest/,
  ],
  [
    'ends the sessions of a person at another provider session',
    faulty((sound) => ({
      deleteSessionsByProvider: ({ providerSession: _session, ...ended }) =>
        sound.deleteSessionsByProvider(ended),
    })),
    /^given a provider session, deletes/,
  ],
  [
    'lists accounts to reseal without end',
    faulty((sound) => ({
      listAccountsToReseal: ({ after: _after, ...query }) => sound.listAccountsToReseal(query),
    })),
    /^listAccountsToReseal lists accounts/,
  ],
  [
    'returns its own objects',
    faulty((_, { users }) => {
      const own = new Map<string, AdapterUser>();
      return {
        getUser: async (id) => {
          const now = users.find({ id });
          if (now && !own.has(id)) own.set(id, now);
          return now && (own.get(id) ?? null);
        },
      };
    }),
    /^a change to a returned row/,
  ],
  [
    'returns times as strings',
    faulty((sound) => ({
      getUserByEmail: async (email) => {
        const user = await sound.getUserByEmail(email);
        const emailVerified = user?.emailVerified?.toISOString() as unknown as Date | undefined;
        return user && { ...user, emailVerified: emailVerified ?? null };
      },
    })),
    /^getUser and getUserByEmail find exactly/,
  ],
  [
    'returns a flag as a number',
    faulty((sound) => ({
      getAuthenticator: async (credentialID) => {
        const found = await sound.getAuthenticator(credentialID);
        const credentialBackedUp = Number(found?.credentialBackedUp) as unknown as boolean;
        return found && { ...found, credentialBackedUp };
      },
    })),
    /^updateAuthenticator changes the given/,
  ],
  [
    'returns a counter as a string',
    faulty((sound) => ({
      getAuthenticator: async (credentialID) => {
        const found = await sound.getAuthenticator(credentialID);
        return found && { ...found, counter: `${found.counter}` as unknown as number };
      },
    })),
    /^updateAuthenticatorCounter changes only/,
  ],
  [
    'replaces the session of a taken token',
    faulty((sound) => ({
      createSession: async (session) => {
        await sound.deleteSession(session.sessionToken);
        return sound.createSession(session);
      },
    })),
    /^refuses a second session/,
  ],
  [
    'cuts the tokens of a provider',
    faulty((sound) => ({
      linkAccount: (account) =>
        sound.linkAccount({ ...account, access_token: account.access_token?.slice(0, 255) }),
    })),
    /^returns the row without truncating/,
  ],
  [
    'stores an account twice at once',
    faulty((sound) => ({
      linkAccount: async (account) => {
        await inNextTurn();
        await sound.unlinkAccount(account);
        return sound.linkAccount(account);
      },
    })),
    /^refuses an account that is already linked/,
  ],
  [
    'lists the sessions of everybody',
    faulty((_, { sessions }) => ({ listSessionsByUserId: async () => sessions.all() })),
    /^listSessionsByUserId lists the sessions of/,
  ],
  [
    'lists a page of the oldest sessions',
    faulty((sound) => ({
      listSessionsByUserId: async (userId, page) =>
        (await sound.listSessionsByUserId(userId)).slice(0, page?.limit),
    })),
    /^listSessionsByUserId returns the page/,
  ],
  [
    'lists the first page again',
    faulty((sound) => ({
      listSessionsByUserId: (userId, page) =>
        sound.listSessionsByUserId(userId, page && { limit: page.limit }),
    })),
    /^listSessionsByUserId returns the page/,
  ],
  [
    'keeps the second of two sessions that are deleted at once',
    faulty((sound) => {
      let isBusy = false;
      return {
        deleteSession: async (sessionToken) => {
          if (isBusy) return null;
          isBusy = true;
          await inNextTurn();
          isBusy = false;
          return sound.deleteSession(sessionToken);
        },
      };
    }),
    /^sessions that are deleted at once/,
  ],
  [
    'finds the first user without an id',
    faulty((sound, { users }) => ({
      getUser: async (id) => (id === undefined ? (users.all()[0] ?? null) : sound.getUser(id)),
    })),
    /^undefined as a key finds, changes/,
  ],
  [
    'remembers only the last value that was spent',
    faulty((sound) => {
      let last: string | undefined;
      return {
        spendOnce: async ({ key, expires }) => {
          await sound.spendOnce({ key, expires });
          const isFirst = key !== last;
          last = key;
          return isFirst;
        },
      };
    }),
    /^remembers each of several values/,
  ],
  [
    'calls the address of a new user proven',
    faulty((sound) => ({
      registerUser: async ({ account, ...rest }) =>
        sound.registerUser({ ...rest, ...(account && { account: withProof(account) }) }),
    })),
    /^an account is the same/,
  ],
  [
    'stores no tokens of a first account',
    faulty((sound) => ({
      registerUser: async ({ account, ...rest }) =>
        sound.registerUser({
          ...rest,
          ...(account && { account: { ...account, refresh_token: undefined } }),
        }),
    })),
    /^an account is the same/,
  ],
  [
    'stores no time of a further account',
    faulty((sound) => ({
      addToUser: async ({ account, ...rest }) =>
        sound.addToUser({ ...rest, ...(account && { account: without(account, 'linkedAt') }) }),
    })),
    /^an account is the same/,
  ],
  [
    'reads a session without the end of access',
    faulty((sound) => ({
      getSessionAndUser: async (sessionToken) => {
        const found = await sound.getSessionAndUser(sessionToken);
        return found && { ...found, user: without(found.user, 'accessEndedAt') };
      },
    })),
    /^a user is the same by every look-up/,
  ],
  [
    'finds a user by account without the end of access',
    faulty((sound) => ({
      getUserByAccount: async (account) => {
        const user = await sound.getUserByAccount(account);
        return user && without(user, 'accessEndedAt');
      },
    })),
    /^a user is the same by every look-up/,
  ],
  [
    'lists accounts without the version of their tokens',
    faulty((sound) => ({
      listAccountsByUserId: async (userId) =>
        (await sound.listAccountsByUserId(userId)).map((row) => without(row, 'tokenVersion')),
    })),
    /^an account is listed with the version/,
  ],
  [
    'takes null for a member that is not given',
    faulty((sound) => ({
      updateSession: async ({ sessionToken, ...patch }) =>
        sound.updateSession({
          sessionToken,
          ...Object.fromEntries(Object.entries(patch).filter(([, value]) => value !== null)),
        }),
    })),
    /^updateSession clears the provider/,
  ],
  ...(['listAccountsByUserId', 'listAuthenticatorsByUserId', 'listSessionsByUserId'] as const).map(
    (list): (typeof faults)[number] => [
      `returns the first 25 rows of ${list}`,
      faulty((sound) => ({ [list]: async (id: string) => (await sound[list](id)).slice(0, 25) })),
      /^every account, session and passkey/,
    ],
  ),
  [
    'registers one address twice at once',
    faulty((sound, { users }) => ({
      registerUser: async (registration) => {
        const { email } = registration.user;
        const isTaken = users.find({ email }) !== null;
        await inNextTurn();
        const holder = isTaken ? null : users.find({ email });
        if (holder) users.update({ id: holder.id }, { email: `former.${holder.id}` });
        return sound.registerUser(registration);
      },
    })),
    /^creates one user in 20 parallel first sign-ins with the same address/,
  ],
  [
    'gives one address to two users at once',
    faulty((sound, { users }) => ({
      updateUser: async (user) => {
        const holderBefore = users.find({ email: user.email ?? '' });
        await inNextTurn();
        const holder = holderBefore ? null : users.find({ email: user.email ?? '' });
        if (holder) users.update({ id: holder.id }, { email: `former.${holder.id}` });
        return sound.updateUser(user);
      },
    })),
    /^an address is given to one of 20/,
  ],
  [
    'deletes rows by a part of their key',
    faulty((sound) => ({
      deleteRows: async ({ table, key: { userId = '' } }) =>
        sound.deleteRows({ table, key: { userId } }),
    })),
    /^finds and deletes no row of which only/,
  ],
  [
    'accepts rows of nobody',
    faulty((sound, { users }) => ({
      insertRows: async ({ table, rows }) => {
        const owned = rows.filter((row) => users.find({ id: `${String(row['userId'])}` }));
        return sound.insertRows({ table, rows: owned });
      },
    })),
    /^refuses a row of a user who does not exist/,
  ],
  [
    'cuts the key of a further passkey',
    faulty((sound) => ({
      addToUser: async ({ authenticator, ...rest }) =>
        sound.addToUser({
          ...rest,
          ...(authenticator && { authenticator: cutKey(authenticator) }),
        }),
    })),
    /^a passkey is the same/,
  ],
  [
    'lists passkeys without their transports',
    faulty((sound) => ({
      listAuthenticatorsByUserId: async (userId) =>
        (await sound.listAuthenticatorsByUserId(userId)).map((row) => without(row, 'transports')),
    })),
    /^a passkey is the same/,
  ],
  [
    'keeps a refresh token that was replaced',
    faulty((sound) => ({
      updateAccount: async (account) => sound.updateAccount(without(account, 'refresh_token')),
    })),
    /^every token of an account is replaced/,
  ],
  [
    'keeps the expiry of tokens that were replaced',
    faulty((sound) => ({
      advanceAccount: async (account) => sound.advanceAccount(without(account, 'expires_at')),
    })),
    /^every token of an account is replaced/,
  ],
  ...(['refresh_token', 'tokenVersion'] as const).map((member): (typeof faults)[number] => [
    `lists accounts to reseal without ${member}`,
    faulty((sound) => ({
      listAccountsToReseal: async (query) =>
        (await sound.listAccountsToReseal(query)).map((row) => without(row, member)),
    })),
    /^accounts to reseal are listed with/,
  ]),
  ...(['listSessionsByProvider', 'deleteSessionsByProvider'] as const).map(
    (end): (typeof faults)[number] => [
      `returns sessions of nobody from ${end}`,
      faulty((sound) => ({
        [end]: async (ended: Parameters<MemoryAdapter[typeof end]>[0]) =>
          (await sound[end](ended)).map((row) => without(row, 'userId')),
      })),
      /^sessions of a provider are listed/,
    ],
  ),
];

/** Deletions that end after a batch of 25 or 100 rows, and the test that finds it. */
const batches: typeof faults = [
  [
    'deletes one batch of the sessions of a user',
    faulty((sound) => ({
      deleteSessionsByUserId: async (userId) => {
        const batch = (await sound.listSessionsByUserId(userId)).slice(0, 100);
        for (const { sessionToken } of batch) await sound.deleteSession(sessionToken);
      },
    })),
    /^deleteSessionsByUserId deletes all/,
  ],
  [
    'deletes one batch of the sessions of a provider',
    faulty((sound) => ({
      deleteSessionsByProvider: async (ended) => {
        const batch = (await sound.listSessionsByProvider(ended)).slice(0, 100);
        for (const { sessionToken } of batch) await sound.deleteSession(sessionToken);
        return batch;
      },
    })),
    /^deleteSessionsByProvider deletes all/,
  ],
  [
    'deletes one batch of challenges',
    faulty((sound, { challenges }) => ({
      deleteChallenges: async ({ subject }) => {
        for (const { id } of challenges.list({ subject }).slice(0, 25))
          await sound.takeChallenge(id);
      },
    })),
    /^deleteChallenges deletes all/,
  ],
];

it('a correct adapter passes', async () => {
  expect(await failuresOf(new MemoryAdapter())).toEqual([]);
});

it.each([
  ['keeps the accounts of deleted users', new KeepsAccountsOfDeleted(), /^deleteUser makes/],
  ['takes an account from another user', new MovesTakenAccounts(), /^addToUser refuses an account/],
  ['calls every address proven', new ProvesEverything(), /^emailVerified of an account/],
  ['does not store when a first session began', new DropsCreatedAt(), /^registerUser and addTo/],
  ['does not store devices', new DropsDevices(), /^createSession stores each column/],
  ['hides when all access ended', new HidesEnds(), /^accessEndedAt is part of each user/],
  ['does not store the last use', new IgnoresLastUse(), /^updateSession changes lastUsedAt/],
  ['finds similar addresses', new FindsSimilarAddresses(), /only similar$/],
  ['ends sessions after the time of a notice', new EndsNewSessionsToo(), /^given a provider/],
  ['revives a session that is deleted', new RevivesSessions(), /^a session that is extended/],
  ['gives up on an extended session', new GivesUpOnExtended(), /^a session that is extended/],
  ['misses extended sessions', new MissesExtended(), /^deleteSessionsByUserId deletes every/],
  [
    'stops after two sessions',
    new StopsAfterTwoSessions(),
    /^deleteSessionsByUserId deletes every/,
  ],
  ['stops after two links', new StopsAfterTwoLinks(), /^deleteVerificationTokens\w+ deletes every/],
  ['cuts tokens of sessions', new CutsTokens(), /^a long token of a session/],
  ['cuts tokens of links', new CutsLinks(), /^a long token of a link/],
  ['cuts ids of accounts', new CutsAccountIds(), /^a long id of an account/],
  ['cuts times to the second', new CutsTimes(), /^the times of a new session/],
  ['cuts marks to the second', new CutsMarks(), /^the time of a mark/],
])('an adapter that %s fails (DT23)', async (_what, adapter, fact) => {
  expect(await failuresOf(adapter)).toContainEqual(expect.stringMatching(fact));
});

it.each(faults)('an adapter that %s fails (DT23)', async (_what, adapter, fact) => {
  expect(await failuresOf(adapter)).toContainEqual(expect.stringMatching(fact));
});

it.each([...cached, ...batches])('an adapter that %s fails (LT7)', async (_what, adapter, fact) => {
  expect(await failuresOf(adapter)).toContainEqual(expect.stringMatching(fact));
});
