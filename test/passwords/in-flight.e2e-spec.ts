import { SessionService } from '@authnest/core';
import {
  Password,
  type PasswordStore,
  passwordTable,
  PasswordService,
  type StoredPassword,
} from '@authnest/password';
import { MemoryAdapter } from '@authnest/testing';
import { Deferred } from '../support/deferred.js';
import { MapRegistry } from '../support/map-registry.js';
import { CHEAP, GOOD, OTHER, PasswordApp } from '../support/password-app.js';
import { type CheckedClient, platforms } from '../support/test-app.js';
import { OwnPasswordController } from './own-password.controller.js';

const [platform = 'express'] = platforms();

/** Lets something happen right before a password is stored. */
class InterruptedAdapter extends MemoryAdapter {
  beforeRows: (() => Promise<unknown>) | undefined;
  afterRows: (() => Promise<unknown>) | undefined;
  beforeDeletion: (() => Promise<unknown>) | undefined;
  beforeProof: (() => Promise<unknown>) | undefined;
  beforeUpdate: (() => Promise<unknown>) | undefined;
  beforeEnd: (() => Promise<unknown>) | undefined;

  override async deleteChallenges(of: Parameters<MemoryAdapter['deleteChallenges']>[0]) {
    const once = this.beforeEnd;
    this.beforeEnd = undefined;
    await once?.();
    return super.deleteChallenges(of);
  }

  override async proveUser(proof: Parameters<MemoryAdapter['proveUser']>[0]) {
    const once = this.beforeProof;
    this.beforeProof = undefined;
    await once?.();
    return super.proveUser(proof);
  }

  override async updateUser(user: Parameters<MemoryAdapter['updateUser']>[0]) {
    const once = this.beforeUpdate;
    this.beforeUpdate = undefined;
    await once?.();
    return super.updateUser(user);
  }

  override async insertRows(rows: Parameters<MemoryAdapter['insertRows']>[0]): Promise<boolean> {
    const once = this.beforeRows;
    this.beforeRows = undefined;
    await once?.();
    const inserted = await super.insertRows(rows);
    await this.later();
    return inserted;
  }

  override async updateRow(row: Parameters<MemoryAdapter['updateRow']>[0]): Promise<boolean> {
    const updated = await super.updateRow(row);
    await this.later();
    return updated;
  }

  override async deleteRows(rows: Parameters<MemoryAdapter['deleteRows']>[0]): Promise<number> {
    const once = this.beforeDeletion;
    this.beforeDeletion = undefined;
    await once?.();
    return super.deleteRows(rows);
  }

  private async later(): Promise<void> {
    const once = this.afterRows;
    this.afterRows = undefined;
    await once?.();
  }
}

describe.each(['jwt', 'database'] as const)(
  'a first password in flight, %s sessions',
  (strategy) => {
    const users = new InterruptedAdapter();
    let app: PasswordApp;
    let slow: { reached: () => void; released: Promise<void> } | undefined;

    beforeAll(async () => {
      app = await PasswordApp.start({
        platform,
        adapter: users,
        provider: Password({
          hashing: CHEAP,
          breached: {
            onFailure: 'allow',
            isBreached: async () => {
              slow?.reached();
              await slow?.released;
              return false;
            },
          },
        }),
        config: {
          session: strategy === 'jwt' ? { strategy, revocation: new MapRegistry() } : { strategy },
        },
        module: { controllers: [OwnPasswordController] },
      });
    });
    afterAll(() => app.close());
    afterEach(() => {
      slow = undefined;
    });

    const key = (userId: string) => ({ table: passwordTable, key: { userId } });
    const service = () => app.app.app.get(PasswordService, { strict: false });
    const request = () =>
      ({ headers: { host: new URL(app.app.url).host }, method: 'GET', url: '/x' }) as never;

    /** Somebody who is signed in, and has no password. */
    async function somebody(emailVerified: Date | null) {
      const email = `${crypto.randomUUID()}@corp.example`;
      const { id } = await users.createUser({ id: crypto.randomUUID(), email, emailVerified });
      await service().import(id, await CHEAP.hash(GOOD));
      const browser = app.client();
      await app.signIn(email, GOOD, browser);
      expect(await browser.session()).not.toBeNull();
      await users.deleteRows(key(id));
      return { email, id, browser };
    }

    /** Sets a first password; `meanwhile` happens while it is judged. */
    async function setting(browser: CheckedClient, meanwhile: () => Promise<unknown>) {
      let release = (): void => undefined;
      const released = new Promise<void>((resolve) => (release = resolve));
      const isReached = new Promise<void>((reached) => (slow = { reached, released }));
      const headers = { 'content-type': 'application/json' };
      const answer = browser.request(
        'PUT',
        '/me/password',
        headers,
        JSON.stringify({ password: OTHER }),
      );
      await isReached;
      slow = undefined;
      await meanwhile();
      release();
      return answer;
    }

    const stored = (id: string) => users.findRow(key(id));

    const set = (browser: CheckedClient) =>
      browser.request(
        'PUT',
        '/me/password',
        { 'content-type': 'application/json' },
        JSON.stringify({ password: OTHER }),
      );

    it('is not stored once the owner of the mailbox has proven the address', async () => {
      const { email, id, browser } = await somebody(null);
      const owner = app.client();
      const { status } = await setting(browser, async () => {
        await owner.signIn('email', { email });
        await owner.get((await app.newest(email)).link);
        expect((await users.getUser(id))?.emailVerified).not.toBeNull();
      });

      expect(status).toBe(401);
      expect(await stored(id)).toBeNull();
      expect((await app.signIn(email, OTHER)).location).toContain('error=CredentialsSignin');
      expect(await owner.session()).not.toBeNull();
    });

    it('is not stored in place of the one with which the owner registers (GT1)', async () => {
      const { email, browser } = await somebody(null);
      const owner = app.client();
      await app.register(owner, email);
      const [reached, proven, inserted, confirmed] = Array.from(
        { length: 4 },
        () => new Deferred(),
      );
      users.beforeRows = async () => {
        reached?.resolve();
        await proven?.promise;
      };
      users.afterRows = async () => {
        inserted?.resolve();
        await confirmed?.promise;
      };
      users.beforeUpdate = async () => {
        proven?.resolve();
        await inserted?.promise;
      };
      const answer = set(browser);
      await reached?.promise;
      await app.send(owner, 'confirm', { code: (await app.newest(email)).code });
      confirmed?.resolve();

      expect((await answer).status).toBe(401);
      const known = app.client();
      await app.signIn(email, GOOD, known);
      expect(await known.session()).not.toBeNull();
      expect((await app.signIn(email, OTHER)).location).toContain('error=CredentialsSignin');
    });

    it('is not stored once the session was signed out', async () => {
      const { id, browser } = await somebody(new Date());
      const copy = app.client();
      for (const [name, value] of browser.cookies) copy.cookies.set(name, value);
      const { status } = await setting(copy, () => browser.signOut());

      expect(status).toBe(401);
      expect(await stored(id)).toBeNull();
    });

    it('is not stored once an administrator required a reset', async () => {
      const { id, browser } = await somebody(new Date());
      const { status } = await setting(browser, () => service().requireReset(request(), id));

      expect(status).toBe(401);
      expect(await stored(id)).toBeNull();
    });

    it('is not stored by a reset once an administrator required another (JT15)', async () => {
      const { email, id } = await somebody(new Date());
      const thief = app.client();
      await app.send(thief, 'forgot', { email });
      await thief.get((await app.newest(email)).link);
      users.beforeRows = () => service().requireReset(request(), id);

      expect((await app.send(thief, 'reset', { password: OTHER })).status).toBe(403);
      expect(users.beforeRows).toBeUndefined();
      expect(await stored(id)).toBeNull();
    });

    it('is not kept if a reset stores it before an administrator ends its link (JT15)', async () => {
      const { email, id } = await somebody(new Date());
      const thief = app.client();
      await app.send(thief, 'forgot', { email });
      await thief.get((await app.newest(email)).link);
      users.beforeEnd = () => app.send(thief, 'reset', { password: OTHER });

      await service().requireReset(request(), id);

      expect(await stored(id)).toBeNull();
    });

    it('is not stored by a reset once the address of its link is no longer that of the user', async () => {
      const { email, id } = await somebody(new Date());
      const thief = app.client();
      await app.send(thief, 'forgot', { email });
      await thief.get((await app.newest(email)).link);
      users.beforeRows = () =>
        users.updateUser({ id, email: `${crypto.randomUUID()}@new.example` });

      const answer = await app.send(thief, 'reset', { password: OTHER });

      expect(answer.status).toBe(403);
      expect(await stored(id)).toBeNull();
    });

    it('replaces no other one once all sessions have ended', async () => {
      const { email, id, browser } = await somebody(new Date());
      await service().import(id, await CHEAP.hash(GOOD));
      users.afterRows = () => app.app.app.get(SessionService).endAccess(id);

      const { status } = await app.send(browser, 'change', { current: GOOD, password: OTHER });

      expect(status).not.toBe(200);
      expect((await app.signIn(email, OTHER)).location).toContain('error=CredentialsSignin');
      expect((await app.signIn(email, GOOD)).location).not.toContain('error');
    });

    it('leaves no session to whoever signs in with it before a change is refused', async () => {
      const { email, id, browser } = await somebody(new Date());
      const another = app.client();
      users.afterRows = async () => {
        await app.app.app.get(SessionService).endAccess(id);
        await app.signIn(email, OTHER, another);
      };
      const { status } = await setting(browser, async () => undefined);

      expect(status).toBe(401);
      expect(another.cookies.size).toBeGreaterThan(1);
      expect(await another.session()).toBeNull();
    });

    it('leaves no session to whoever signs in with it before it is taken back', async () => {
      const { email, id } = await somebody(new Date());
      const [thief, another] = [app.client(), app.client()];
      await app.send(thief, 'forgot', { email });
      await thief.get((await app.newest(email)).link);
      const now = `${crypto.randomUUID()}@new.example`;
      users.beforeRows = () => users.updateUser({ id, email: now });
      users.afterRows = () => app.signIn(now, OTHER, another);

      await app.send(thief, 'reset', { password: OTHER });

      expect(await stored(id)).toBeNull();
      expect(another.cookies.size).toBeGreaterThan(1);
      expect(await another.session()).toBeNull();
    });

    it('is not removed in place of the one that a reset has replaced meanwhile (FT5)', async () => {
      const { email, id, browser } = await somebody(new Date());
      await service().import(id, await CHEAP.hash(GOOD));
      const owner = app.client();
      await app.send(owner, 'forgot', { email });
      await owner.get((await app.newest(email)).link);
      users.beforeDeletion = () => app.send(owner, 'reset', { password: OTHER });

      const { status } = await browser.request('DELETE', '/me/password');

      expect(status).toBe(401);
      await app.signIn(email, OTHER, owner);
      expect(await owner.session()).not.toBeNull();
    });

    it('is stored if nothing happens', async () => {
      const { id, browser } = await somebody(new Date());
      const { status } = await setting(browser, async () => undefined);

      expect(status).toBe(204);
      expect(await stored(id)).not.toBeNull();
    });
  },
);

describe.each(['jwt', 'database'] as const)(
  'a first password in a store of the application, %s sessions',
  (strategy) => {
    const users = new InterruptedAdapter();
    const passwords = new Map<string, StoredPassword>();
    let beforeRemoval: (() => Promise<unknown>) | undefined;
    let app: PasswordApp;

    const store: PasswordStore = {
      find: (userId) => passwords.get(userId) ?? null,
      save(password, replaces) {
        const { hash } = passwords.get(password.userId) ?? {};
        if (replaces !== undefined && (hash ?? null) !== replaces) return false;
        passwords.set(password.userId, password);
        return true;
      },
      async remove(userId, hash) {
        const once = beforeRemoval;
        beforeRemoval = undefined;
        await once?.();
        if (hash !== undefined && passwords.get(userId)?.hash !== hash) return false;
        return passwords.delete(userId);
      },
    };

    beforeAll(async () => {
      app = await PasswordApp.start({
        platform,
        adapter: users,
        provider: Password({ hashing: CHEAP, store }),
        config: {
          session: strategy === 'jwt' ? { strategy, revocation: new MapRegistry() } : { strategy },
        },
        module: { controllers: [OwnPasswordController] },
      });
    });
    afterAll(() => app.close());

    it('leaves no session to whoever signs in with it before the proof has removed it (GT1)', async () => {
      const email = `${crypto.randomUUID()}@corp.example`;
      const user = { id: crypto.randomUUID(), email, emailVerified: null };
      const { id } = await users.createUser(user);
      await app.app.app.get(PasswordService, { strict: false }).import(id, await CHEAP.hash(GOOD));
      const [stranger, another, owner] = [app.client(), app.client(), app.client()];
      await app.signIn(email, GOOD, stranger);
      const headers = { 'content-type': 'application/json' };
      const body = JSON.stringify({ password: OTHER });
      users.beforeProof = async () => {
        const { status } = await stranger.request('PUT', '/me/password', headers, body);
        expect(status).toBe(204);
        beforeRemoval = async () => {
          const { location } = await app.signIn(email, OTHER, another);
          expect(location).not.toContain('error');
        };
      };
      await owner.signIn('email', { email });
      await owner.get((await app.newest(email)).link);

      expect(beforeRemoval).toBeUndefined();
      expect(passwords.get(id)).toBeUndefined();
      expect(await another.session()).toBeNull();
      expect(await owner.session()).not.toBeNull();
    });
  },
);
