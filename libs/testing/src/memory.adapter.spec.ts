import { jest } from '@jest/globals';
import { runAdapterContract } from './adapter-contract.js';
import { aSession, aUser, anAccount } from './builders.js';
import { MemoryAdapter } from './memory.adapter.js';

runAdapterContract({
  name: 'MemoryAdapter',
  createAdapter: async () => ({ adapter: new MemoryAdapter() }),
});

describe('MemoryAdapter', () => {
  it('stores columns that the application adds to a user', async () => {
    const adapter = new MemoryAdapter();

    const { id } = await adapter.createUser({ ...aUser(), role: 'admin' } as never);

    expect(await adapter.getUser(id)).toMatchObject({ role: 'admin' });
  });

  it('does not share objects with the caller', async () => {
    const adapter = new MemoryAdapter();
    const user = aUser();
    const created = await adapter.createUser(user);

    user.emailVerified?.setTime(0);
    created.name = 'Mallory';
    const found = await adapter.getUser(created.id);
    if (found) found.email = 'mallory@example.com';

    expect(await adapter.getUser(created.id)).toEqual(aUser({ id: user.id, email: user.email }));
  });

  it('creates an id for a user without one', async () => {
    const created = await new MemoryAdapter().createUser(aUser({ id: '' }));

    expect(created.id).toMatch(/^[0-9a-f-]{36}$/);
  });

  it('does not store optional columns that its options leave out', async () => {
    const adapter = new MemoryAdapter({ columns: ['accounts.emailVerified'] });
    const { id: userId } = await adapter.createUser(aUser());
    const session = aSession({ userId, createdAt: new Date() });
    await adapter.createSession(session);
    const account = { ...anAccount({ userId }), emailVerified: true };
    await adapter.linkAccount(account);

    const found = await adapter.getSessionAndUser(session.sessionToken);

    expect(adapter.columns).toEqual(['accounts.emailVerified']);
    expect(found?.session).not.toHaveProperty('createdAt');
    expect(await adapter.getAccount(account.providerAccountId, 'github')).toEqual(account);
  });

  it('refuses sessions and accounts for an unknown user', async () => {
    const adapter = new MemoryAdapter();

    await expect(adapter.createSession(aSession())).rejects.toThrow('no user with this id');
    await expect(adapter.linkAccount(anAccount())).rejects.toThrow('no user with this id');
  });

  it('names the unique key in the error, but not the value', async () => {
    const adapter = new MemoryAdapter();
    const { email } = await adapter.createUser(aUser());

    const second = adapter.createUser(aUser({ email }));

    await expect(second).rejects.toThrow(/^users: email already exists$/);
  });

  it('keeps a spent value for a day after it expires, in case the clock was ahead', async () => {
    const now = jest.spyOn(Date, 'now').mockReturnValue(1_800_000_000_000);
    const adapter = new MemoryAdapter();
    const value = { key: 'once', expires: new Date(Date.now() + 60_000) };
    await adapter.spendOnce(value);

    now.mockReturnValue(1_800_000_000_000 + 3_600_000);
    await adapter.spendOnce({ ...value, key: 'another' });
    now.mockReturnValue(1_800_000_000_000);
    const again = await adapter.spendOnce(value);
    now.mockRestore();

    expect(again).toBe(false);
  });
});
