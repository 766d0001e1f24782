import type { Adapter } from '@authnest/core';
import { MemoryAdapter } from '@authnest/testing';
import { PasskeyUser, startPasskeyApp } from '../support/passkeys.js';
import { SoftwareAuthenticator } from '../support/software-authenticator.js';
import { platforms } from '../support/test-app.js';
import { without } from '../support/without.js';

/** The listener marks the address as verified, as listeners of Auth.js applications do. */
function marking(memory: MemoryAdapter) {
  return {
    linkAccount: async ({ user }: { user: { id?: string } }) =>
      void (await memory.updateUser({ id: user.id ?? '', emailVerified: new Date() })),
  };
}

describe.each(platforms())(
  'a listener of linkAccount that marks the address, on %s',
  (platform) => {
    it.each([
      ['with transactions', (memory: MemoryAdapter): Adapter => memory],
      [
        'in single steps',
        (memory: MemoryAdapter) => without(memory, 'registerUser', 'addToUser', 'proveUser'),
      ],
    ])('does not make a new user see an error, with an adapter %s (BT9)', async (_, storeOf) => {
      const memory = new MemoryAdapter();
      const app = await startPasskeyApp({
        platform,
        adapter: storeOf(memory),
        config: { events: marking(memory), session: { strategy: 'database' } },
      });
      const user = new PasskeyUser(app);
      const { response } = await user.register('ada@example.com');
      const session = await user.session();
      await app.close();

      expect(response.location).not.toContain('error=');
      expect(session?.user?.email).toBe('ada@example.com');
    });

    it('does not make a user see an error who adds a passkey (BT9)', async () => {
      const memory = new MemoryAdapter();
      let isMarking = false;
      const app = await startPasskeyApp({
        platform,
        adapter: memory,
        config: {
          events: {
            linkAccount: async ({ user }) => {
              if (isMarking) await marking(memory).linkAccount({ user });
            },
          },
          session: { strategy: 'database' },
        },
      });
      const user = new PasskeyUser(app);
      await user.register('ada@example.com');
      isMarking = true;
      const { response } = await user.register(undefined, new SoftwareAuthenticator(app.url));
      const owner = await memory.getUserByEmail('ada@example.com');
      const stored = await memory.listAuthenticatorsByUserId(owner?.id ?? '');
      await app.close();

      expect({ location: response.location, passkeys: stored.length }).toEqual({
        location: expect.not.stringContaining('error='),
        passkeys: 2,
      });
    });
  },
);
