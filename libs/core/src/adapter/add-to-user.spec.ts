import { aSession, aUser, anAccount, anAuthenticator, MemoryAdapter } from '@authnest/testing';
import { UserChanged } from '../errors/sign-in.errors.js';
import type { Adapter, AdapterOperation } from './adapter.port.js';
import { addToUser } from './add-to-user.js';
import { completeAdapter } from './complete-adapter.js';

/** Creates an adapter without transactions, and a user to whom something is added. */
async function prepare(faults: Partial<Record<AdapterOperation, () => unknown>> = {}) {
  const real = new MemoryAdapter();
  const user = await real.createUser(aUser({ emailVerified: null }));
  const removed: string[] = [];
  const watched =
    (name: 'deleteSession' | 'unlinkAccount' | 'deleteAuthenticator') =>
    (...args: never[]): unknown => {
      removed.push(name);
      return (real[name] as (...own: never[]) => unknown)(...args);
    };
  const own = Object.assign(Object.create(real) as MemoryAdapter, {
    addToUser: undefined,
    deleteSession: watched('deleteSession'),
    unlinkAccount: watched('unlinkAccount'),
    deleteAuthenticator: watched('deleteAuthenticator'),
    ...faults,
  });
  const adapter = completeAdapter(own as Adapter, { timeoutMs: 1000, logger: {} });
  const { userId: _a, ...session } = aSession();
  const { userId: _b, ...authenticator } = anAuthenticator();
  const addition = { user, account: anAccount({ userId: user.id }), session, authenticator };
  const left = async () => [
    ...(await real.listAccountsByUserId(user.id)),
    ...(await real.listSessionsByUserId(user.id)),
    ...(await real.listAuthenticatorsByUserId(user.id)),
  ];
  return { real, adapter, addition, removed, left };
}

describe('an addition in steps', () => {
  const ALL = ['deleteSession', 'unlinkAccount', 'deleteAuthenticator'];

  it('stays if the user is unchanged and still entitled', async () => {
    const { adapter, addition, removed, left } = await prepare();

    await addToUser(adapter, addition, async () => true);

    expect(await left()).toHaveLength(3);
    expect(removed).toEqual([]);
  });

  it('is undone from the session on if the visitor is no longer entitled to it (C13)', async () => {
    const { adapter, addition, removed, left } = await prepare();

    await expect(addToUser(adapter, addition, async () => false)).rejects.toThrow(UserChanged);

    expect(await left()).toEqual([]);
    expect(removed).toEqual(ALL);
  });

  it.each<[string, (real: MemoryAdapter, id: string) => Promise<unknown>]>([
    ['is proven', (real, id) => real.updateUser({ id, emailVerified: new Date() })],
    ['gets another address', (real, id) => real.updateUser({ id, email: 'other@example.com' })],
  ])('is undone if the user %s meanwhile (C13)', async (_, change) => {
    const { real, adapter, addition, left } = await prepare();
    await change(real, addition.user.id);

    await expect(addToUser(adapter, addition, async () => true)).rejects.toThrow(UserChanged);

    expect(await left()).toEqual([]);
  });

  it('is undone if the user is deleted meanwhile (C13)', async () => {
    const { adapter, addition, left } = await prepare({ getUser: () => null });

    await expect(addToUser(adapter, addition, async () => true)).rejects.toThrow(UserChanged);

    expect(await left()).toEqual([]);
  });

  it('is undone if one of its steps fails, and reports that failure (H15)', async () => {
    const createSession = () => {
      throw new Error('the disk is full');
    };
    const { adapter, addition, removed, left } = await prepare({ createSession });

    const failed = addToUser(adapter, addition, async () => true);

    await expect(failed).rejects.toThrow('adapter.createSession failed');
    expect(await left()).toEqual([]);
    expect(removed).toEqual(ALL.slice(1));
  });

  it('is undone if its user cannot be read again (H15)', async () => {
    const { adapter, addition, left } = await prepare();
    const isEntitled = () => Promise.reject(new Error('the store is down'));

    await expect(addToUser(adapter, addition, isEntitled)).rejects.toThrow('the store is down');

    expect(await left()).toEqual([]);
  });
});
