import { randomUUID } from 'node:crypto';
import type { Adapter } from '@authnest/core';
import { MemoryAdapter } from '@authnest/testing';
import { JANE, platforms, TestApp } from '../support/test-app.js';

/** Returns an adapter without `registerUser`, like those of other libraries, with some faults. */
function plainAdapter(store: MemoryAdapter, faults: Partial<Adapter> = {}): Adapter {
  return new Proxy<Adapter>(store, {
    get(target, name) {
      if (name === 'registerUser') return undefined;
      const member: unknown = Reflect.get(faults, name) ?? Reflect.get(target, name);
      return typeof member === 'function' ? member.bind(target) : member;
    },
  });
}

describe.each(platforms())('first sign-ins on %s', (platform) => {
  let app: TestApp;

  afterEach(() => app.close());

  describe('with an adapter that has no registerUser', () => {
    it('an account that cannot be linked leaves no user, and the next attempt succeeds (H15)', async () => {
      const store = new MemoryAdapter();
      let isDown = true;
      const adapter = plainAdapter(store, {
        linkAccount: (account) =>
          isDown ? Promise.reject(new Error('gone')) : store.linkAccount(account),
      });
      app = await TestApp.start({ platform, config: { adapter } });

      const failed = await app.client().signIn('credentials', JANE);
      expect(failed.location).toContain('error=Configuration');
      expect(await store.getUserByEmail('jane@example.com')).toBeNull();

      isDown = false;
      const browser = app.client();
      await browser.signIn('credentials', JANE);
      expect(await browser.session()).toMatchObject({ user: { email: 'jane@example.com' } });
    });

    it('50 first sign-ins by one person at once create one user, and all succeed (H16)', async () => {
      const store = new MemoryAdapter();
      app = await TestApp.start({ platform, config: { adapter: plainAdapter(store) } });
      const browsers = Array.from({ length: 50 }, () => app.client());
      await Promise.all(browsers.map((browser) => browser.csrfToken()));

      const responses = await Promise.all(browsers.map((b) => b.signIn('credentials', JANE)));

      expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([302]));
      expect(responses.filter(({ location }) => location?.includes('error='))).toEqual([]);
      const user = await store.getUserByEmail('jane@example.com');
      expect(await store.listAccountsByUserId(user?.id ?? '')).toHaveLength(1);
      expect(await store.listSessionsByUserId(user?.id ?? '')).toHaveLength(50);
    });
  });

  it('a user whom another request registered between two look-ups is signed in (H16)', async () => {
    const store = new MemoryAdapter();
    let isFirst = true;
    const adapter = plainAdapter(store, {
      async getUserByAccount(key) {
        if (!isFirst) return store.getUserByAccount(key);
        isFirst = false;
        const user = { id: 'j', email: 'jane@example.com', emailVerified: null };
        await store.registerUser({ user, account: { ...key, type: 'credentials' } });
        return null;
      },
    });
    app = await TestApp.start({ platform, config: { adapter } });

    const browser = app.client();
    await browser.signIn('credentials', JANE);

    expect(await browser.session()).toMatchObject({ user: { email: 'jane@example.com' } });
    expect(await store.listSessionsByUserId('j')).toHaveLength(1);
  });

  it('a session that cannot be stored leaves neither user nor account (H15)', async () => {
    const adapter = new MemoryAdapter();
    const sessionToken = 'canary-session-of-somebody-else';
    let isUnlucky = false;
    const generateSessionToken = () => (isUnlucky ? sessionToken : randomUUID());
    app = await TestApp.start({ platform, config: { adapter, session: { generateSessionToken } } });
    const other = await adapter.createUser({
      id: 'o',
      email: 'o@example.com',
      emailVerified: null,
    });
    const expires = new Date(Date.now() + 60_000);
    await adapter.createSession({ sessionToken, userId: other.id, expires });

    isUnlucky = true;
    const failed = await app.client().signIn('credentials', JANE);

    expect(failed.location).toContain('error=Configuration');
    expect(await adapter.getUserByEmail('jane@example.com')).toBeNull();
    isUnlucky = false;
    const browser = app.client();
    await browser.signIn('credentials', JANE);
    expect(await browser.session()).toMatchObject({ user: { email: 'jane@example.com' } });
    expect((await adapter.getSessionAndUser(sessionToken))?.user.id).toBe('o');
  });
});
