import { randomUUID } from 'node:crypto';
import { type AdapterUser, Credentials } from '@authnest/core';
import { Password, PasswordService } from '@authnest/password';
import { AccountApp } from '../support/account-app.js';
import { CHEAP, GOOD, OTHER } from '../support/password-app.js';
import { type CheckedClient, platforms } from '../support/test-app.js';

const [platform = 'express'] = platforms();

/** The list has sessions that nothing can end. */
describe('stateless sessions beside a list of users of the application', () => {
  let app: AccountApp;

  beforeAll(async () => {
    app = await AccountApp.start({
      platform,
      strategy: 'bare',
      config: {
        session: { strategy: 'jwt', updateAge: 0 },
        providers: [
          Password({ hashing: CHEAP }),
          Credentials({ id: 'list', credentials: { id: {} }, authorize: () => null }),
        ],
      },
    });
  });
  afterAll(() => app.close());

  async function somebody(): Promise<AdapterUser> {
    const user = await app.user();
    const service = app.app.app.get(PasswordService, { strict: false });
    await service.import(user.id, await CHEAP.hash(GOOD));
    return user;
  }

  async function signedIn({ email }: AdapterUser, password = GOOD): Promise<CheckedClient> {
    const browser = app.app.client();
    await browser.signIn('password', { email, password });
    expect(await browser.session()).toMatchObject({ user: { email } });
    return browser;
  }

  const send = async (browser: CheckedClient, step: string, form: Record<string, string>) =>
    browser.post(`/auth/password/${step}`, {
      form: { ...form, csrfToken: await browser.csrfToken() },
    });

  it('end with a reset of the password (HT12)', async () => {
    const user = await somebody();
    const other = await signedIn(user);
    const owner = app.app.client();
    await send(owner, 'forgot', { email: user.email });
    await owner.get(await app.link(user.email, 'reset'));

    expect((await send(owner, 'reset', { password: OTHER })).location).toContain('/auth/signin');
    expect(await other.session()).toBeNull();
    await signedIn(user, OTHER);
  });

  it('end with a change of the password, but for the own one', async () => {
    const user = await somebody();
    const [owner, other] = [await signedIn(user), await signedIn(user)];

    const { location } = await send(owner, 'change', { current: GOOD, password: OTHER });
    expect(location).toContain('?done');
    expect(await other.session()).toBeNull();
    expect(await owner.session()).not.toBeNull();
  });

  it('end when a change of the address is undone', async () => {
    const user = await somebody();
    const thief = await signedIn(user);
    await app.changed(thief, user, `${randomUUID()}@thief.example`);
    await app.follow(app.app.client(), await app.link(user.email, 'email-changed'));

    expect((await app.now(user))?.email).toBe(user.email);
    expect(await thief.session()).toBeNull();
  });

  it('end with the user', async () => {
    const user = await somebody();
    const owner = await signedIn(user);
    await app.send(owner, 'delete', { email: user.email });

    expect(await app.now(user)).toBeNull();
  });
});
