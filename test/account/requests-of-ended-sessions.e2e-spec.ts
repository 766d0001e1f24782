import { randomUUID } from 'node:crypto';
import { OPTIONAL_COLUMNS, SessionService } from '@authnest/core';
import { MemoryAdapter } from '@authnest/testing';
import { AccountApp } from '../support/account-app.js';
import { GOOD } from '../support/password-app.js';
import { platforms } from '../support/test-app.js';

const [platform = 'express'] = platforms();

describe.each(['jwt', 'database', 'bare'] as const)(
  'a change of address that somebody asked for with a stolen session, %s',
  (strategy) => {
    let app: AccountApp;
    beforeAll(async () => {
      app = await AccountApp.start({ platform, strategy });
    });
    afterAll(() => app.close());

    /** Asks, and confirms in the new mailbox; the former one is yet to agree. */
    async function asked() {
      const user = await app.user();
      const thief = await app.signedIn(user);
      const email = `${randomUUID()}@thief.example`;
      await app.send(thief, 'email', { email });
      await app.follow(thief, await app.link(email, 'confirm-email'));
      return { user, link: await app.link(user.email, 'confirm-email') };
    }

    it('is over once all sessions have ended (FT4)', async () => {
      const { user, link } = await asked();
      await app.app.app.get(SessionService).endAccess(user.id);

      expect((await app.follow(app.app.client(), link)).status).toBe(403);
      expect((await app.now(user))?.email).toBe(user.email);
    });

    it('is over once the password was reset (FT4)', async () => {
      const { user, link } = await asked();
      const owner = app.app.client();
      const form = { csrfToken: await owner.csrfToken(), email: user.email, password: GOOD };
      await owner.post('/auth/password/forgot', { form });
      await owner.get(await app.link(user.email, 'reset'));
      await owner.post('/auth/password/reset', { form });

      expect((await app.follow(owner, link)).status).toBe(403);
      expect((await app.now(user))?.email).toBe(user.email);
    });

    it('takes place if nothing has ended', async () => {
      const { user, link } = await asked();

      expect((await app.follow(app.app.client(), link)).status).toBe(200);
      expect((await app.now(user))?.email).not.toBe(user.email);
    });
  },
);

it.each(['jwt', 'bare', 'database'] as const)(
  'a change of address is not offered if nothing could end it with the access of the user, %s (GT3)',
  async (strategy) => {
    const columns = OPTIONAL_COLUMNS.filter((column) => column !== 'users.accessEndedAt');
    const start = AccountApp.start({ platform, strategy, adapter: new MemoryAdapter({ columns }) });

    await expect(start).rejects.toThrow(
      /feature `account`: needs an adapter with `users.accessEndedAt`/,
    );
  },
);
