import { MemoryAdapter } from '@authnest/testing';
import type { Adapter } from '../adapter/adapter.port.js';
import { completeAdapter } from '../adapter/complete-adapter.js';
import { registerByEmail } from './register-by-email.js';

const EMAIL = 'v@x.example';
const account = { provider: 'email', providerAccountId: EMAIL, type: 'email' } as const;
const owner = () => ({ user: { id: 'a', email: EMAIL, emailVerified: new Date() }, account });

/** Returns the memory adapter without `registerUser`, which adapters of Auth.js do not have. */
function inSteps(memory: MemoryAdapter, faults: Partial<Adapter> = {}) {
  const adapter = new Proxy<Adapter>(memory, {
    get: (target, name) => {
      if (name === 'registerUser') return undefined;
      if (Object.hasOwn(faults, name)) return Reflect.get(faults, name) as unknown;
      const member: unknown = Reflect.get(target, name);
      return typeof member === 'function' ? (member.bind(target) as unknown) : member;
    },
  });
  return completeAdapter(adapter, { timeoutMs: 1000, logger: {} });
}

describe.each([
  ['at once', (memory: MemoryAdapter) => completeAdapter(memory, { timeoutMs: 1000, logger: {} })],
  ['in steps', (memory: MemoryAdapter) => inSteps(memory)],
])('registerByEmail %s', (_name, complete) => {
  let memory: MemoryAdapter;

  beforeEach(() => {
    memory = new MemoryAdapter();
  });

  it('stores the user and the account', async () => {
    const stored = await registerByEmail(complete(memory), owner());

    expect(stored).toMatchObject({ user: { email: EMAIL }, linked: true });
    expect(await memory.getUserByAccount(account)).toMatchObject({ email: EMAIL });
  });

  it('returns null if another user has the address', async () => {
    await memory.createUser(owner().user);

    expect(await registerByEmail(complete(memory), owner())).toBeNull();
  });

  it('registers one user in 50 concurrent calls (H18)', async () => {
    const adapter = complete(memory);

    const stored = await Promise.all(
      Array.from({ length: 50 }, () => registerByEmail(adapter, owner())),
    );

    expect(stored.filter((one) => one !== null)).toHaveLength(1);
  });

  it('keeps an account that belongs to a user with another address', async () => {
    const { id: userId } = await memory.createUser({
      ...owner().user,
      id: 'b',
      email: 'new@x.example',
    });
    await memory.linkAccount({ ...account, userId });

    const stored = await registerByEmail(complete(memory), owner());

    expect(stored).toMatchObject({ user: { email: EMAIL }, linked: false });
    expect((await memory.getUserByAccount(account))?.id).toBe(userId);
  });
});

describe('registerByEmail with a failing store', () => {
  it.each(['createUser', 'linkAccount'] as const)('reports that %s failed', async (operation) => {
    const fail = () => Promise.reject(new Error('the store is down'));
    const adapter = inSteps(new MemoryAdapter(), { [operation]: fail });

    await expect(registerByEmail(adapter, owner())).rejects.toThrow(`adapter.${operation} failed`);
  });
});
