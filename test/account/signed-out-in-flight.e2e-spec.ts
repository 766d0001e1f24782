import { randomUUID } from 'node:crypto';
import type { AuthFeature } from '@authnest/core';
import { Injectable } from '@nestjs/common';
import { AccountApp } from '../support/account-app.js';
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

    it('does not take place, though the application is told of another user meanwhile', async () => {
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

/** Happens once before the accounts of a user are removed. */
let removing: (() => Promise<unknown>) | undefined;

@Injectable()
class SlowRemoval {
  async begin(): Promise<undefined> {
    const once = removing;
    removing = undefined;
    await once?.();
  }
}

const slow: AuthFeature = {
  name: 'slow',
  providers: [SlowRemoval],
  slots: { removing: SlowRemoval },
};

describe.each(['jwt', 'database'] as const)(
  'a deletion whose session is signed out, %s',
  (strategy) => {
    it('does not take place, though a feature is asked meanwhile', async () => {
      const app = await AccountApp.start({ platform, strategy, features: [slow] });
      const user = await app.user();
      const thief = await app.signedIn(user);
      const owner = app.app.client();
      for (const [name, value] of thief.cookies) owner.cookies.set(name, value);
      const csrfToken = await owner.csrfToken();
      removing = () => owner.post('/auth/signout', { form: { csrfToken } });

      await app.send(thief, 'delete', { email: user.email });

      expect(removing).toBeUndefined();
      expect(await app.now(user)).not.toBeNull();
      await app.close();
    });
  },
);
