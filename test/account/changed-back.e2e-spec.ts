import { randomUUID } from 'node:crypto';
import { AccountApp } from '../support/account-app.js';
import { platforms } from '../support/test-app.js';

const [platform = 'express'] = platforms();

describe.each(['jwt', 'database', 'bare'] as const)(
  'an address that is changed back, %s',
  (strategy) => {
    let app: AccountApp;
    beforeAll(async () => {
      const account = { changeEmail: { confirm: 'new' } } as const;
      app = await AccountApp.start({ platform, strategy, account });
    });
    afterAll(() => app.close());

    async function change(id: { id: string }, email: string, count = 1): Promise<void> {
      const user = await app.adapter.getUser?.(id.id);
      const browser = await app.signedIn(user!);
      await app.send(browser, 'email', { email });
      await app.follow(browser, await app.link(email, 'confirm-email', count));
    }

    it('gives whoever had it meanwhile no link to take it again', async () => {
      const user = await app.user();
      const thiefs = `${randomUUID()}@thief.example`;
      await change(user, thiefs);
      await change(user, user.email);

      expect((await app.now(user))?.email).toBe(user.email);
      expect((await app.mail(thiefs, 'email-changed')).url).toBeUndefined();
    });

    it('can be undone again after the next change', async () => {
      const user = await app.user();
      await change(user, `${randomUUID()}@thief.example`);
      await change(user, user.email);
      await change(user, `${randomUUID()}@thief.example`);
      await app.follow(app.app.client(), await app.link(user.email, 'email-changed', 2));

      expect((await app.now(user))?.email).toBe(user.email);
    });

    it('can be undone if a third one came in between', async () => {
      const user = await app.user();
      await change(user, `${randomUUID()}@one.example`);
      const other = `${randomUUID()}@two.example`;
      await change(user, other);
      await change(user, user.email);

      expect((await app.mail(other, 'email-changed')).url).toBeDefined();
    });
  },
);
