import type { AdapterUser } from '@authnest/core';
import { MemoryAdapter } from '@authnest/testing';
import { ConflictException } from '@nestjs/common';
import { AccountChangesController } from '../fixtures/account-changes.controller.js';
import { AccountApp } from '../support/account-app.js';
import { setClock, startClock, stopClock } from '../support/clock.js';
import { Deferred } from '../support/deferred.js';
import { GOOD } from '../support/password-app.js';
import { type CheckedClient, platforms } from '../support/test-app.js';

const ways = platforms().flatMap((platform) =>
  (['jwt', 'database'] as const).map((strategy) => ({ platform, strategy })),
);

/** A store that fails at the last step when it is told to. */
class FailingAdapter extends MemoryAdapter {
  isDown = false;
  override async deleteUser(userId: string): Promise<AdapterUser | null> {
    if (this.isDown) throw new Error('down');
    return super.deleteUser(userId);
  }
}

describe.each(ways)('the deletion of a user on $platform, $strategy', ({ platform, strategy }) => {
  const adapter = new FailingAdapter();
  let before: () => unknown;
  let app: AccountApp;
  let user: AdapterUser;
  let browser: CheckedClient;

  beforeAll(async () => {
    stopClock();
    app = await AccountApp.start({
      platform,
      strategy,
      adapter,
      account: { deletion: { beforeDelete: () => before() as void } },
      config: { timeout: 1 },
      module: { controllers: [AccountChangesController] },
    });
  });
  beforeEach(async () => {
    setClock(0);
    app.mails.length = 0;
    app.events.length = 0;
    before = () => undefined;
    user = await app.user();
    browser = await app.signedIn(user);
  });
  afterAll(async () => {
    startClock();
    await app.close();
  });

  const remove = (form: Record<string, string> = { email: user.email }, by = browser) =>
    app.send(by, 'delete', form);

  it('takes the user, and every session, link and password with it (K50)', async () => {
    const others = [await app.signedIn(user), await app.signedIn(user)];
    const stranger = app.app.client();
    const csrfToken = await stranger.csrfToken();
    await stranger.signIn('email', { email: user.email });
    await stranger.post('/auth/password/forgot', { form: { csrfToken, email: user.email } });
    const links = [await app.link(user.email, 'sign-in'), await app.link(user.email, 'reset')];
    await adapter.linkAccount({
      userId: user.id,
      provider: 'idp',
      providerAccountId: user.id,
      type: 'oidc',
    });

    const gone = await remove();

    expect(gone.location).toBe(`${app.app.url}/`);
    expect([...browser.cookies.keys()].join()).not.toContain('session-token');
    expect(await app.now(user)).toBeNull();
    expect(await adapter.getAccount(user.id, 'idp')).toBeNull();
    for (const other of others) expect(await other.session()).toBeNull();
    expect((await stranger.get(links[1] ?? '')).status).toBe(403);
    await stranger.get(links[0] ?? '');
    expect(await stranger.session()).toBeNull();
    expect(await app.mail(user.email, 'account-deleted')).toMatchObject({ to: user.email });
    expect(app.events).toEqual([
      ['deleteUser', { user: expect.objectContaining({ id: user.id, email: user.email }) }],
    ]);
  });

  it('responds with an empty object to a script', async () => {
    const csrfToken = await browser.csrfToken();
    const json = { email: user.email.toUpperCase(), csrfToken };
    const { status, text } = await browser.post('/auth/account/delete', { json });
    expect([status, text]).toEqual([200, '{}']);
    expect(await app.now(user)).toBeNull();
  });

  it.each([{}, { email: '' }, { email: 'a@b.example' }, { confirm: 'delete' }])(
    'needs the own address, and not %j',
    async (form) => {
      const { status, text } = await remove(form as Record<string, string>);
      expect(status).toBe(400);
      expect(text).toContain('Nothing was deleted');
      expect(await app.now(user)).toEqual(user);
    },
  );

  it('does not normalize what is longer than any address, which takes quadratic time (O6)', async () => {
    const json = { csrfToken: await browser.csrfToken(), email: '\u0323\u0301'.repeat(22_000) };
    const began = performance.now();

    for (let nth = 0; nth < 4; nth += 1) {
      expect((await browser.post('/auth/account/delete', { json })).status).toBe(400);
    }

    expect(performance.now() - began).toBeLessThan(2500);
  });

  it('needs a word of somebody without an address', async () => {
    const nameless = await app.user({ email: '', emailVerified: null });
    const other = await app.signedIn(nameless);
    const german = { 'accept-language': 'de' };
    expect((await other.get('/auth/account/delete')).text).toContain('“delete”');
    expect((await other.get('/auth/account/delete', german)).text).toContain('„löschen“');
    expect((await remove({ email: '' }, other)).status).toBe(400);
    expect((await remove({ confirm: ' Delete ' }, other)).status).toBe(302);
    expect(await app.now(nameless)).toBeNull();
  });

  it('takes an address that is none, such as a number of staff, in a field for any text', async () => {
    const numbered = await app.user({ email: '4711' });
    const other = await app.signedIn(numbered);
    expect((await other.get('/auth/account/delete')).text).toMatch(/type="text" [^>]*name="email"/);
    await remove({ email: '4711' }, other);
    expect(await app.now(numbered)).toBeNull();
  });

  it('needs a session that is fresh, a token and our origin (K50)', async () => {
    const { status } = await browser.post('/auth/account/delete', {
      form: { email: user.email, csrfToken: await browser.csrfToken() },
      headers: { origin: 'https://evil.example' },
    });
    expect(status).toBe(403);
    await browser.post('/auth/account/delete', { form: { email: user.email } });
    await browser.get(`/auth/account/delete?email=${encodeURIComponent(user.email)}`);
    setClock(15 * 60 + 1);
    const { location = '' } = await remove();
    expect(new URL(location).pathname).toBe('/auth/reauthenticate');
    expect((await remove(undefined, app.app.client())).location).toContain('/auth/signin');
    expect(await app.now(user)).toEqual(user);
  });

  it('is refused by the application, which is not a fault (K50)', async () => {
    const alarms = app.app.logs.alarms.length;
    before = () => {
      throw new ConflictException('an invoice is open');
    };
    const form = await remove();
    const script = await browser.post('/auth/account/delete', {
      json: { email: user.email, csrfToken: await browser.csrfToken() },
    });

    expect(form.status).toBe(409);
    expect(form.text).toContain('cannot be deleted now');
    expect([script.status, script.json()]).toEqual([409, { error: 'DeletionRefused' }]);
    expect(await app.now(user)).toEqual(user);
    expect(await browser.session()).toMatchObject({ user: { email: user.email } });
    expect(app.app.logs.alarms).toHaveLength(alarms);
  });

  it('does not take place if the application fails or hangs (K50)', async () => {
    before = () => Promise.reject(new Error('bug'));
    expect((await remove()).status).toBe(409);
    before = () => new Promise(() => undefined);
    expect((await remove()).status).toBe(503);
    expect(await app.now(user)).toEqual(user);
    expect(await browser.session()).toMatchObject({ user: { email: user.email } });
  });

  it('does not take place if the session ends while the application is asked', async () => {
    before = async () => {
      const [client] = [app.app.client()];
      for (const [name, value] of browser.cookies) client.cookies.set(name, value);
      await client.signOut();
    };
    expect((await remove()).location).toContain('/auth/signin');
    expect(await app.now(user)).toEqual(user);
  });

  it('is completed by another request if the store fails half-way (K50)', async () => {
    adapter.isDown = true;
    const failed = await remove();
    adapter.isDown = false;
    expect(failed.status).toBe(503);
    expect(await app.now(user)).toMatchObject({ id: user.id });
    expect(app.events).toEqual([]);
    expect(app.mails).toEqual([]);

    setClock(2);
    browser = await app.signedIn(user);
    expect((await remove()).location).toBe(`${app.app.url}/`);
    expect(await app.now(user)).toBeNull();
  });

  it('takes place once if it is asked for twice at once', async () => {
    const gate = new Deferred();
    let waiting = 0;
    before = () => {
      if ((waiting += 1) === 2) gate.resolve();
      return gate.promise;
    };
    await Promise.all([remove(), remove()]);
    expect(await app.now(user)).toBeNull();
    expect(app.events).toHaveLength(1);
  });

  it('takes a password with it, which does not go before the user does', async () => {
    const email = user.email;
    const stranger = app.app.client();
    const csrfToken = await stranger.csrfToken();
    await stranger.post('/auth/password/forgot', { form: { csrfToken, email } });
    const link = await app.link(email, 'reset');
    await stranger.get(link);
    await stranger.post('/auth/password/reset', { form: { csrfToken, password: GOOD } });
    setClock(2);
    const signIn = async () => {
      const one = app.app.client();
      const token = await one.csrfToken();
      await one.post('/auth/callback/password', {
        form: { email, password: GOOD, csrfToken: token },
      });
      return one;
    };
    adapter.isDown = true;
    await remove(undefined, await signIn());
    adapter.isDown = false;
    setClock(4);
    const again = await signIn();
    expect(await again.session()).toMatchObject({ user: { email } });

    expect((await remove(undefined, again)).location).toBe(`${app.app.url}/`);
    expect(await (await signIn()).session()).toBeNull();
  });

  it('is called by the application as a service', async () => {
    expect((await browser.post('/me/delete', { json: {} })).status).toBe(201);
    expect(await app.now(user)).toBeNull();
    expect([...browser.cookies.keys()].join()).not.toContain('session-token');
  });
});

describe.each(platforms())('the endpoints of accounts on %s', (platform) => {
  it('do not exist unless they are switched on', async () => {
    const app = await AccountApp.start({ platform, strategy: 'jwt', account: { page: false } });
    const browser = await app.signedIn(await app.user());
    for (const path of ['email', 'email-confirm', 'email-undo', 'delete']) {
      expect([path, (await browser.get(`/auth/account/${path}`)).status]).toEqual([path, 404]);
      expect([path, (await app.send(browser, path)).status]).toEqual([path, 404]);
    }
    expect((await app.send(browser, 'export')).status).toBe(404);
    await app.close();
  });
});
