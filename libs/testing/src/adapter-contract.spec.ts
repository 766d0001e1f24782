import type { Adapter, AdapterAccount, AdapterSession, AdapterUser } from '@authnest/core';
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
])('an adapter that %s fails', async (_what, adapter, fact) => {
  expect(await failuresOf(adapter)).toContainEqual(expect.stringMatching(fact));
});
