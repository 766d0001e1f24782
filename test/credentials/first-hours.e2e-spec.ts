import { type AuthConfig, Credentials, Email } from '@authnest/core';
import { MemoryAdapter, TestMailbox } from '@authnest/testing';
import { platforms, TestApp } from '../support/test-app.js';

const USERS = [{ id: 7, email: 'ada@example.com', password: 'canary-right' }];

describe.each(platforms())('a first application on %s', (platform) => {
  const mailbox = new TestMailbox();
  let app: TestApp;

  beforeAll(async () => {
    const config: Partial<AuthConfig> = {
      name: 'Shop',
      adapter: new MemoryAdapter(),
      session: { strategy: 'jwt' },
      providers: [
        Credentials({
          credentials: { email: { type: 'email' }, password: { type: 'password' } },
          authorize: ({ email, password }) =>
            USERS.find((user) => user.email === email && user.password === password) ?? null,
        }),
        Email({ sendVerificationRequest: mailbox.receive }),
      ],
    };
    app = await TestApp.start({ platform, config });
  });
  afterAll(() => app.close());

  it('signs in a user with a number as id (NW6)', async () => {
    const browser = app.client();

    await browser.signIn('credentials', { email: 'ada@example.com', password: 'canary-right' });

    expect(await browser.session()).not.toBeNull();
  });

  it('logs the declared field that a client did not send, and no value (NW12)', async () => {
    await app.client().signIn('credentials', { username: 'ada', password: 'canary-right' });

    expect(app.logs.errors.at(-1)?.message).toBe(
      'authorize returned no user; the request has no `email`, which `credentials` of the provider declares',
    );
  });

  it('does not blame the fields if all were sent (NW12)', async () => {
    await app.client().signIn('credentials', { email: 'ada@example.com', password: 'wrong' });

    expect(app.logs.errors.at(-1)?.message).toBe('authorize returned no user');
  });

  it('tells a person at the sign-in page who is signed in, with a link to go on (NW13)', async () => {
    const browser = app.client();
    const before = await browser.get('/auth/signin?callbackUrl=/orders', { accept: 'text/html' });
    await browser.signIn('email', { email: 'cleo@example.com' });
    await browser.get(mailbox.lastLink('cleo@example.com'));

    const page = await browser.get('/auth/signin?callbackUrl=/orders', { accept: 'text/html' });

    expect(before.text).not.toContain('You are signed in');
    expect(page.text).toContain('You are signed in as cleo@example.com.');
    expect(page.text).toContain(`href="${app.url}/orders"`);
  });
});
