import { randomUUID } from 'node:crypto';
import { GOOD, OTHER, PasswordApp } from '../support/password-app.js';
import { AccountApp } from '../support/account-app.js';
import { type CheckedClient, platforms } from '../support/test-app.js';

const anybody = () => `${randomUUID()}@x.example`;

/** Returns the hidden fields of the page to which a link leads. */
async function hiddenOn(browser: CheckedClient, link: string): Promise<Record<string, string>> {
  const { location = '' } = await browser.get(link);
  const { text } = await browser.get(new URL(location).pathname);
  const fields = text.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g);
  return Object.fromEntries([...fields].map(([, name = '', value = '']) => [name, value]));
}

// Any page can lead a browser to a link that its sender has got.
describe.each(platforms())('a link that is followed beside an open page, on %s', (platform) => {
  let app: PasswordApp;
  beforeAll(async () => {
    app = await PasswordApp.start({ platform });
  });
  afterAll(() => app.close());

  it('does not get the new password of that page', async () => {
    const [owner, stranger] = [anybody(), anybody()];
    for (const email of [owner, stranger]) {
      await app.registered(email);
      await app.send(app.client(), 'forgot', { email });
    }
    const browser = app.client();
    const fields = await hiddenOn(browser, (await app.newest(owner, 2)).link);
    await browser.get((await app.newest(stranger, 2)).link);

    const { status } = await app.send(browser, 'reset', { ...fields, password: OTHER });

    expect(status).toBe(403);
    expect((await app.signIn(stranger, GOOD)).location).not.toContain('error');
    const fresh = await hiddenOn(browser, (await app.newest(owner, 2)).link);
    await app.send(browser, 'reset', { ...fresh, password: OTHER });
    expect((await app.signIn(owner, OTHER)).location).not.toContain('error');
  });

  it('gives nobody the account of its sender who completes a registration', async () => {
    const [owner, stranger] = [anybody(), anybody()];
    for (const email of [owner, stranger]) await app.register(app.client(), email);
    const browser = app.client();
    const fields = await hiddenOn(browser, (await app.newest(owner)).link);
    await browser.get((await app.newest(stranger)).link);

    const { status } = await app.send(browser, 'confirm', { ...fields, password: OTHER });

    expect(status).toBe(403);
    expect(await browser.session()).toBeNull();
  });

  it('is not undone in place of the change on that page', async () => {
    const accounts = await AccountApp.start({ platform, strategy: 'database' });
    const [user, stranger] = [await accounts.user(), await accounts.user()];
    for (const one of [user, stranger]) {
      await accounts.changed(await accounts.signedIn(one), one, anybody());
    }
    const browser = accounts.app.client();
    const fields = await hiddenOn(browser, await accounts.link(user.email, 'email-changed'));
    await browser.get(await accounts.link(stranger.email, 'email-changed'));

    const { status } = await accounts.send(browser, 'email-undo', fields);

    expect(status).toBe(403);
    expect((await accounts.now(stranger))?.email).not.toBe(stranger.email);
    await accounts.close();
  });
});
