import { randomUUID } from 'node:crypto';
import { AccountApp } from '../support/account-app.js';
import { platforms } from '../support/test-app.js';

describe.each(platforms())('a host that only the request names, on %s', (platform) => {
  let app: AccountApp;

  beforeAll(async () => {
    const account = { changeEmail: { confirm: 'new' } } as const;
    app = await AccountApp.start({ platform, strategy: 'database', account });
  });
  afterAll(() => app.close());

  it('changes no address, since the former mailbox would get no link to undo that', async () => {
    const user = await app.user();
    const thief = await app.signedIn(user);
    const email = `${randomUUID()}@thief.example`;
    await app.send(thief, 'email', { email });
    await thief.get(await app.link(email, 'confirm-email'));
    const form = { csrfToken: await thief.csrfToken(), of: 'new' };
    const headers = { host: 'other.example' };
    const { location } = await thief.post('/auth/account/email-confirm', { form, headers });

    expect(location).toContain('error=Configuration');
    expect((await app.now(user))?.email).toBe(user.email);
  });
});
