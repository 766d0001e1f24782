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

it('a correct adapter passes', async () => {
  expect(await failuresOf(new MemoryAdapter())).toEqual([]);
});

it.each([
  ['keeps the accounts of deleted users', new KeepsAccountsOfDeleted(), /^deleteUser makes/],
  ['takes an account from another user', new MovesTakenAccounts(), /^addToUser refuses an account/],
  ['calls every address proven', new ProvesEverything(), /^emailVerified of an account/],
  ['does not store when a first session began', new DropsCreatedAt(), /^registerUser and addTo/],
  ['does not store devices', new DropsDevices(), /^createSession stores each column/],
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
