import { randomUUID } from 'node:crypto';
import { AccountApp } from '../support/account-app.js';
import { platforms } from '../support/test-app.js';

const [platform = 'express'] = platforms();

describe.each(['jwt', 'database', 'bare'] as const)(
  'a change to an address that a stranger only typed, %s',
  (strategy) => {
    let app: AccountApp;
    beforeAll(async () => {
      app = await AccountApp.start({ platform, strategy });
    });
    afterAll(() => app.close());

    it.each(['before', 'after'] as const)(
      'takes place: typed %s it was asked for (FT3)',
      async (when) => {
        const user = await app.user();
        const email = `${randomUUID()}@new.example`;
        const type = () => app.user({ email, emailVerified: null });
        const before = when === 'before' ? await type() : undefined;
        const browser = await app.signedIn(user);
        await app.send(browser, 'email', { email });
        const typer = before ?? (await type());
        for (const to of [user.email, email])
          await app.follow(browser, await app.link(to, 'confirm-email'));

        expect((await app.now(user))?.email).toBe(email);
        expect((await app.now(typer))?.email).toBe('');
      },
    );

    it('does not take place once its owner has proven it', async () => {
      const user = await app.user();
      const email = `${randomUUID()}@new.example`;
      const browser = await app.signedIn(user);
      await app.send(browser, 'email', { email });
      const owner = await app.user({ email });
      for (const to of [user.email, email])
        await app.follow(browser, await app.link(to, 'confirm-email'));

      expect((await app.now(user))?.email).toBe(user.email);
      expect((await app.now(owner))?.email).toBe(email);
    });
  },
);
