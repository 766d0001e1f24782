import { randomUUID } from 'node:crypto';
import { AccountApp } from '../support/account-app.js';
import { platforms } from '../support/test-app.js';

const [platform = 'express'] = platforms();

describe('changes of address by two users in one browser', () => {
  let app: AccountApp;

  beforeAll(async () => {
    app = await AccountApp.start({ platform, strategy: 'database' });
  });
  afterAll(() => app.close());

  it('can each be undone from the former mailbox', async () => {
    const [jane, otto] = [await app.user(), await app.user()];
    const browser = await app.signedIn(jane);
    await app.changed(browser, jane, `${randomUUID()}@new.example`);
    const undo = await app.link(jane.email, 'email-changed');
    await app.signedIn(otto, browser);
    await app.changed(browser, otto, `${randomUUID()}@new.example`);

    await app.follow(app.app.client(), undo);
    await app.follow(app.app.client(), await app.link(otto.email, 'email-changed'));

    expect((await app.now(jane))?.email).toBe(jane.email);
    expect((await app.now(otto))?.email).toBe(otto.email);
  });

  it('can each be confirmed', async () => {
    const [jane, otto] = [await app.user(), await app.user()];
    const browser = await app.signedIn(jane);
    const [hers, his] = [`${randomUUID()}@new.example`, `${randomUUID()}@new.example`];
    await app.send(browser, 'email', { email: hers });
    await app.signedIn(otto, browser);
    await app.send(browser, 'email', { email: his });

    const other = await app.signedIn(jane);
    await app.follow(other, await app.link(jane.email, 'confirm-email'));
    await app.follow(other, await app.link(hers, 'confirm-email'));

    expect((await app.now(jane))?.email).toBe(hers);
  });
});
