import { randomUUID } from 'node:crypto';
import type { AuthFeature } from '@authnest/core';
import { Injectable } from '@nestjs/common';
import { MemoryAdapter } from '@authnest/testing';
import { AccountApp } from '../support/account-app.js';
import { BetweenCalls } from '../support/between-calls.js';
import { platforms } from '../support/test-app.js';

const [platform = 'express'] = platforms();

describe.each(['jwt', 'database'] as const)(
  'a change of address whose session is signed out, %s',
  (strategy) => {
    let app: AccountApp;
    /** Happens once in the event about whoever only typed the new address. */
    let heard: (() => Promise<unknown>) | undefined;

    beforeAll(async () => {
      const updateUser = async () => {
        const once = heard;
        heard = undefined;
        await once?.();
      };
      const account = { changeEmail: { confirm: 'new' } } as const;
      app = await AccountApp.start({
        platform,
        strategy,
        account,
        config: { events: { updateUser } },
      });
    });
    afterAll(() => app.close());

    it('does not take place, though the application is told of another user meanwhile (GT5)', async () => {
      const user = await app.user();
      const thief = await app.signedIn(user);
      const owner = app.app.client();
      for (const [name, value] of thief.cookies) owner.cookies.set(name, value);
      const csrfToken = await owner.csrfToken();
      const email = `${randomUUID()}@thief.example`;
      await app.user({ email, emailVerified: null });
      await app.send(thief, 'email', { email });
      heard = () => owner.post('/auth/signout', { form: { csrfToken } });

      await app.follow(thief, await app.link(email, 'confirm-email'));

      expect(heard).toBeUndefined();
      expect((await app.now(user))?.email).toBe(user.email);
    });
  },
);

describe.each(['jwt', 'database'] as const)(
  'a change of address with a sign-out in another tab, %s',
  (strategy) => {
    it('says that it took place, if it did (LT4)', async () => {
      const calls = new BetweenCalls();
      const adapter = calls.watch(new MemoryAdapter());
      const account = { changeEmail: { confirm: 'new' } } as const;
      const app = await AccountApp.start({ platform, strategy, adapter, account });
      const untold: string[] = [];
      for (let n = 1, isDone = true; isDone; n += 1) {
        const user = await app.user();
        const own = await app.signedIn(user);
        const email = `${randomUUID()}@new.example`;
        await app.send(own, 'email', { email });
        await own.get(await app.link(email, 'confirm-email'));
        const csrfToken = await own.csrfToken();
        const tab = app.app.client();
        for (const [name, value] of own.cookies) tab.cookies.set(name, value);
        let status = 0;
        const signOut = () => tab.post('/auth/signout', { form: { csrfToken } });
        const work = async () => void ({ status } = await app.send(own, 'email-confirm'));
        isDone = await calls.interrupt(n, signOut, { work });
        const isChanged = (await app.now(user))?.email === email;
        if (isChanged !== (status === 200)) untold.push(`${n}: ${status}`);
      }
      await app.close();

      expect(untold).toEqual([]);
    });
  },
);

/** Happens once while a feature is asked. */
let meanwhile: (() => Promise<unknown>) | undefined;

@Injectable()
class SlowSteps {
  async begin(): Promise<undefined> {
    const once = meanwhile;
    meanwhile = undefined;
    await once?.();
  }

  async has(): Promise<boolean> {
    await this.begin();
    return true;
  }
}

const slow: AuthFeature = {
  name: 'slow',
  providers: [SlowSteps],
  slots: { removing: SlowSteps, way: SlowSteps },
};

describe.each(['jwt', 'database'] as const)(
  'what a session is about to remove that is signed out while a feature is asked, %s',
  (strategy) => {
    let app: AccountApp;
    beforeAll(async () => {
      app = await AccountApp.start({ platform, strategy, features: [slow] });
    });
    afterAll(() => app.close());

    async function stolen() {
      const user = await app.user();
      const account = { provider: 'idp', providerAccountId: user.id, type: 'oidc' } as const;
      await app.adapter.linkAccount?.({ ...account, userId: user.id });
      const thief = await app.signedIn(user);
      const owner = app.app.client();
      for (const [name, value] of thief.cookies) owner.cookies.set(name, value);
      const csrfToken = await owner.csrfToken();
      const signOut = () => owner.post('/auth/signout', { form: { csrfToken } });
      return { user, thief, signOut };
    }

    it('stays, if it is the user (GT5)', async () => {
      const { user, thief, signOut } = await stolen();
      meanwhile = signOut;
      await app.send(thief, 'delete', { email: user.email });

      expect(meanwhile).toBeUndefined();
      expect(await app.now(user)).not.toBeNull();
    });

    it('stays, if it is a way to sign in (GT5)', async () => {
      const { user, thief, signOut } = await stolen();
      const page = await thief.get('/auth/account', { accept: 'application/json' });
      const [account] = page.json<{ accounts: { provider: string; id: string }[] }>().accounts;
      meanwhile = signOut;
      await app.send(thief, 'unlink', { provider: 'idp', id: account?.id ?? '' });

      expect(meanwhile).toBeUndefined();
      expect(await app.adapter.listAccountsByUserId?.(user.id)).toHaveLength(1);
    });
  },
);
