import { randomUUID } from 'node:crypto';
import { AccountApp } from '../support/account-app.js';
import { GOOD } from '../support/password-app.js';

/** Somebody with a session of the user changes the address to their own. */
async function stolen(app: AccountApp) {
  const user = await app.user();
  const own = { userId: user.id, provider: 'idp', providerAccountId: user.id } as const;
  await app.adapter.linkAccount?.({ ...own, type: 'oidc' });
  const browser = await app.signedIn(user);
  const email = `${randomUUID()}@thief.example`;
  await app.changed(browser, user, email);
  return { user, browser, email, undo: await app.link(user.email, 'email-changed') };
}

describe.each(['jwt', 'database', 'bare'] as const)('the undo of an address, %s', (strategy) => {
  let app: AccountApp;
  beforeAll(async () => {
    app = await AccountApp.start({ platform: 'express', strategy });
  });
  afterAll(() => app.close());

  it('removes accounts and passkeys that were added since the change, and no others', async () => {
    const { user, undo } = await stolen(app);
    const added = { userId: user.id, providerAccountId: `thief-${user.id}` };
    await app.adapter.linkAccount?.({ ...added, provider: 'idp', type: 'oidc' });
    await app.adapter.createAuthenticator?.({
      ...added,
      credentialID: Buffer.from(user.id).toString('base64'),
      credentialPublicKey: 'AA==',
      counter: 0,
      credentialDeviceType: 'singleDevice',
      credentialBackedUp: false,
      transports: null,
    });
    await app.follow(app.app.client(), undo);

    expect((await app.now(user))?.email).toBe(user.email);
    const accounts = (await app.adapter.listAccountsByUserId?.(user.id)) ?? [];
    expect(accounts.map(({ providerAccountId }) => providerAccountId)).toEqual([user.id]);
    expect(await app.adapter.listAuthenticatorsByUserId?.(user.id)).toEqual([]);
  });

  it('leaves no password that was set by a mail to the other address', async () => {
    const { user, email, undo } = await stolen(app);
    const thief = app.app.client();
    await thief.post('/auth/password/forgot', {
      form: { csrfToken: await thief.csrfToken(), email },
    });
    await thief.get(await app.link(email, 'reset'));
    const csrfToken = await thief.csrfToken();
    await thief.post('/auth/password/reset', { form: { csrfToken, password: GOOD } });
    const known = app.app.client();
    await known.signIn('password', { email, password: GOOD });
    expect(await known.session()).toMatchObject({ user: { email } });
    await app.follow(app.app.client(), undo);

    const again = app.app.client();
    for (const address of [email, user.email]) {
      await again.signIn('password', { email: address, password: GOOD });
      expect(await again.session()).toBeNull();
    }
  });

  it('works once the address is free again, if somebody had proven it meanwhile', async () => {
    const { user, undo } = await stolen(app);
    const other = await app.user({ email: user.email });
    const owner = app.app.client();
    expect((await app.follow(owner, undo)).status).toBe(409);

    await app.adapter.updateUser?.({ id: other.id, email: `${other.id}@free.example` });
    expect((await app.send(owner, 'email-undo')).status).toBe(200);
    expect((await app.now(user))?.email).toBe(user.email);
  });

  it('tells its owner to delete the second account that a sign-in has made meanwhile (JT16)', async () => {
    const { user, undo } = await stolen(app);
    const owner = app.app.client();
    const csrfToken = await owner.csrfToken();
    await owner.post('/auth/signin/email', { form: { csrfToken, email: user.email } });
    await owner.get(await app.link(user.email, 'sign-in'));
    expect((await owner.session())?.user).toMatchObject({ email: user.email });

    const refused = await app.follow(owner, undo);
    expect([refused.status, refused.text]).toEqual([
      409,
      expect.stringContaining('/auth/account"'),
    ]);
    expect((await app.send(owner, 'delete', { email: user.email })).status).toBeLessThan(400);
    expect((await app.follow(owner, undo)).status).toBe(200);
    expect((await app.now(user))?.email).toBe(user.email);
  });

  it('takes the address from somebody who only typed it meanwhile', async () => {
    const { user, undo } = await stolen(app);
    const typer = await app.user({ email: user.email, emailVerified: null });
    const { status } = await app.follow(app.app.client(), undo);

    expect(status).toBe(200);
    expect((await app.now(user))?.email).toBe(user.email);
    expect((await app.now(typer))?.email).toBe('');
  });
});
