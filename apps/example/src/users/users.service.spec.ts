import { createHook } from 'node:async_hooks';
import { DEMO_USERS } from './demo-users.js';
import { hashPassword, isPassword } from './password.js';
import { UsersService } from './users.service.js';

const [alan] = DEMO_USERS;

/** Counts the keys that are derived during some work. */
async function keysDerivedBy(work: () => Promise<unknown>): Promise<number> {
  let keys = 0;
  const hook = createHook({
    init: (_, type) => {
      if (type === 'SCRYPTREQUEST') keys += 1;
    },
  }).enable();
  await work();
  hook.disable();
  return keys;
}

describe('users with a password', () => {
  const users = new UsersService();

  beforeAll(() => users.onModuleInit());

  it.each(DEMO_USERS)('accepts the demo password of $email', async ({ password, ...user }) => {
    expect(await users.verify(user.email, password)).toEqual(user);
    expect(await users.verify(` ${user.email.toUpperCase()}`, password)).toEqual(user);
  });

  it.each([
    ['a wrong password', alan?.email, 'wrong'],
    ['an unknown address', 'nobody@example.com', alan?.password],
    [
      'an unknown address with the password of the decoy hash',
      'nobody@example.com',
      'nobody has this password',
    ],
    ['an empty form', undefined, undefined],
  ])('refuses %s', async (_case, email, password) => {
    expect(await users.verify(email, password)).toBeNull();
  });

  it('does the same work for an unknown address as for a known one', async () => {
    const known = await keysDerivedBy(() => users.verify(alan?.email, 'wrong'));
    const unknown = await keysDerivedBy(() => users.verify('nobody@example.com', 'wrong'));

    expect([known, unknown]).toEqual([1, 1]);
  });
});

describe('hashPassword', () => {
  it('uses a random salt, so that equal passwords have different hashes', async () => {
    const [one, two] = await Promise.all([hashPassword('same'), hashPassword('same')]);

    expect(one).not.toBe(two);
    expect(await isPassword('same', one)).toBe(true);
    expect(await isPassword('same', two)).toBe(true);
  });

  it.each(['', '.', 'c2FsdA', 'c2FsdA.', 'c2FsdA.aGFzaA'])(
    'accepts no password for the hash %p',
    async (hash) => {
      expect(await isPassword('', hash)).toBe(false);
    },
  );
});
