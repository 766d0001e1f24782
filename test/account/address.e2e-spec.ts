import { randomUUID } from 'node:crypto';
import type { AdapterUser } from '@authnest/core';
import { AccountChangesController } from '../fixtures/account-changes.controller.js';
import { AccountApp } from '../support/account-app.js';
import { setClock, startClock, stopClock } from '../support/clock.js';
import { type CheckedClient, platforms } from '../support/test-app.js';

const ways = platforms().flatMap((platform) =>
  (['jwt', 'database'] as const).map((strategy) => ({ platform, strategy })),
);
const JSON_ONLY = { accept: 'application/json' };
const PAGE = { accept: 'text/html', 'sec-fetch-mode': 'navigate' };

describe.each(ways)('a change of address on $platform, $strategy', ({ platform, strategy }) => {
  let app: AccountApp;
  let user: AdapterUser;
  let browser: CheckedClient;
  let email: string;

  beforeAll(async () => {
    stopClock();
    const module = { controllers: [AccountChangesController] };
    app = await AccountApp.start({ platform, strategy, module });
  });
  beforeEach(async () => {
    setClock(0);
    app.mails.length = 0;
    app.events.length = 0;
    user = await app.user();
    email = `${randomUUID()}@new.example`;
    browser = await app.signedIn(user);
  });
  afterAll(async () => {
    startClock();
    await app.close();
  });

  const request = (to = email, by = browser) => app.send(by, 'email', { email: to });
  const shown = async (by = browser) =>
    (await by.session<{ user?: { email?: string } } | null>())?.user?.email ?? null;

  it('takes place when both mailboxes have confirmed, in either order (K47)', async () => {
    for (const order of [['old', 'new'] as const, ['new', 'old'] as const]) {
      const next = `${order[0]}-first-${email}`;
      const { email: former = '' } = (await app.now(user)) ?? {};
      const sent = await request(next);
      expect(sent.location).toBe(`${app.app.url}/auth/account/email?sent=both`);
      for (const [at, which] of order.entries()) {
        const link = await app.link(which === 'old' ? former : next, 'confirm-email');
        const { status, text } = await app.follow(browser, link);
        expect(status).toBe(200);
        expect(text).toContain(at === 0 ? 'One more to go' : 'Your address has changed');
        expect((await app.now(user))?.email).toBe(at === 0 ? former : next);
      }
      expect(await shown()).toBe(next);
      expect((await app.now(user))?.emailVerified).toEqual(new Date(Date.now()));
      expect(app.events.at(-1)).toEqual([
        'changeEmail',
        { user: expect.objectContaining({ email: next }), from: former, to: next },
      ]);
    }
  });

  it('renews the own session, and ends the others', async () => {
    const other = await app.signedIn(user);
    const before = new Map(browser.cookies);
    await app.changed(browser, user, email);

    expect(await shown()).toBe(email);
    expect(await shown(other)).toBeNull();
    const old = app.app.client();
    for (const [name, value] of before) old.cookies.set(name, value);
    expect(await shown(old)).toBeNull();
    expect((await browser.get('/auth/account/email')).status).toBe(200);
  });

  it('waits for both mailboxes, however often one confirms (K47)', async () => {
    await request();
    const link = await app.link(user.email, 'confirm-email');
    await app.follow(browser, link);
    const again = await browser.get(link);

    expect(again.status).toBe(403);
    expect((await app.now(user))?.email).toBe(user.email);
  });

  it('is confirmed from the new mailbox only by the user who asked (K47)', async () => {
    await request();
    await app.follow(app.app.client(), await app.link(user.email, 'confirm-email'));
    const link = await app.link(email, 'confirm-email');
    const stranger = await app.signedIn(await app.user());
    for (const other of [app.app.client(), stranger]) {
      const page = await app.follow(other, link);
      expect(page.text).toContain('Sign in first');
      expect((await other.get('/auth/account/email-confirm?of=new')).status).toBe(403);
      const posted = await app.send(other, 'email-confirm', { of: 'new' });
      expect(posted.status).toBe(403);
      expect((await app.now(user))?.email).toBe(user.email);
    }

    await app.follow(browser, link);
    expect((await app.now(user))?.email).toBe(email);
  });

  it('lets somebody sign in first, and then confirm with the same link (K47)', async () => {
    await request();
    await app.follow(app.app.client(), await app.link(user.email, 'confirm-email'));
    const other = app.app.client();
    await app.follow(other, await app.link(email, 'confirm-email'));
    await app.signedIn(user, other);
    await app.send(other, 'email-confirm', { of: 'new' });

    expect((await app.now(user))?.email).toBe(email);
    expect(await shown(other)).toBe(email);
  });

  it('is not confirmed by a scanner that opens the links (K47)', async () => {
    await request();
    for (const to of [user.email, email]) {
      const link = await app.link(to, 'confirm-email');
      const scanner = app.app.client();
      await scanner.request('HEAD', link);
      for (const round of [1, 2, 3])
        expect([round, (await scanner.get(link)).status]).toEqual([round, 302]);
    }
    expect((await app.now(user))?.email).toBe(user.email);

    await app.follow(browser, await app.link(user.email, 'confirm-email'));
    await app.follow(browser, await app.link(email, 'confirm-email'));
    expect((await app.now(user))?.email).toBe(email);
  });

  it('leaves no token in the address bar, and no form there posts elsewhere', async () => {
    await request();
    const page = await browser.get(await app.link(email, 'confirm-email'));
    expect(page.location).toBe(`${app.app.url}/auth/account/email-confirm?of=new`);
    const { text } = await browser.get('/auth/account/email-confirm?of=new');
    expect(text).toContain(`action="${app.app.url}/auth/account/email-confirm"`);
  });

  it('needs a session that is fresh (K47)', async () => {
    setClock(15 * 60 + 1);
    const posted = await request();
    const opened = await browser.get('/auth/account/email', PAGE);
    const script = await browser.post('/auth/account/email', {
      json: { email, csrfToken: await browser.csrfToken() },
    });

    for (const { status, location = '' } of [posted, opened]) {
      expect(status).toBe(302);
      const to = new URL(location);
      expect(to.pathname).toBe('/auth/reauthenticate');
      expect(to.searchParams.get('callbackUrl')).toBe(`${app.app.url}/auth/account/email`);
    }
    expect(script.status).toBe(403);
    expect(script.json()).toMatchObject({ errorCode: 'FRESH_AUTH_REQUIRED' });
    expect(app.mails).toEqual([]);
  });

  it('needs somebody who is signed in, a token and our origin (K85)', async () => {
    const nobody = app.app.client();
    expect((await request(email, nobody)).location).toContain('/auth/signin?callbackUrl=');
    expect((await nobody.get('/auth/account/email', JSON_ONLY)).status).toBe(401);
    await browser.post('/auth/account/email', { form: { email } });
    const foreign = await browser.post('/auth/account/email', {
      form: { email, csrfToken: await browser.csrfToken() },
      headers: { origin: 'https://evil.example' },
    });
    expect(foreign.status).toBe(403);
    expect(app.mails).toEqual([]);
  });

  it.each(['', 'x', 'a@b@c', 'a@b.example\r\nBcc: c@d.example', 'a@b.example,c@d.example'])(
    'refuses %j',
    async (typed) => {
      const response = await request(typed);
      expect(response.status).toBe(400);
      expect(response.text).toContain('role="alert"');
    },
  );

  it('refuses the address that the user has, and what is no string', async () => {
    expect((await request(user.email.toUpperCase())).status).toBe(400);
    const csrfToken = await browser.csrfToken();
    for (const value of [[email], { a: email }, 1, null]) {
      const { status } = await browser.post('/auth/account/email', {
        json: { email: value, csrfToken },
      });
      expect(status).toBe(400);
    }
    expect(app.mails).toEqual([]);
  });

  it('says the same of an address that is taken, whose owner gets a mail (K47)', async () => {
    const owner = await app.user();
    const free = await request();
    const cookies = [...browser.cookies.keys()];
    const taken = await request(owner.email);

    expect(taken.status).toBe(free.status);
    expect(taken.location).toBe(free.location);
    expect(taken.text).toBe(free.text);
    expect([...browser.cookies.keys()]).toEqual(cookies);
    const mail = await app.mail(owner.email, 'already-registered');
    expect(mail.url).toBeUndefined();
    expect(await app.mail(user.email, 'confirm-email', 2)).toMatchObject({ to: user.email });
    await app.follow(browser, await app.link(user.email, 'confirm-email', 2));
    expect((await app.now(user))?.email).toBe(user.email);
    expect((await app.now(owner))?.email).toBe(owner.email);
  });

  it('asks only the new mailbox if the former address was never proven (K47)', async () => {
    const typo = await app.user({ emailVerified: null });
    const other = await app.signedIn(typo);
    expect((await request(email, other)).location).toContain('?sent=new');
    await app.follow(other, await app.link(email, 'confirm-email'));

    // A stateless session that began before the address was proven is over.
    expect(await shown(other)).toBe(strategy === 'jwt' ? null : email);
    expect(await app.now(typo)).toMatchObject({ email, emailVerified: new Date(Date.now()) });
    // Its mailbox may be a stranger's.
    expect(app.mails.filter(({ to }) => to === typo.email)).toEqual([]);
  });

  it('is asked for by the application as a service', async () => {
    const posted = await browser.post('/me/email', { json: { email } });
    expect(posted.json()).toEqual({ outcome: 'both' });
    await app.follow(browser, await app.link(user.email, 'confirm-email'));
    await app.follow(browser, await app.link(email, 'confirm-email'));
    expect((await app.now(user))?.email).toBe(email);
    expect((await browser.post('/me/email', { json: { email } })).json()).toEqual({
      outcome: 'same',
    });
    expect((await app.app.client().post('/me/email', { json: { email } })).status).toBe(401);
  });

  it('ends the links of an earlier request', async () => {
    await request();
    const first = await app.link(email, 'confirm-email');
    await request(`second-${email}`);
    expect((await browser.get(first)).status).toBe(403);
  });

  it('ends with the time of its links, and if the address changed otherwise meanwhile', async () => {
    await request();
    const [old, next] = [
      await app.link(user.email, 'confirm-email'),
      await app.link(email, 'confirm-email'),
    ];
    await app.follow(browser, old);
    setClock(3601);
    expect((await browser.get(next)).status).toBe(403);

    setClock(0);
    await request();
    await app.adapter.updateUser?.({ id: user.id, email: `staff-${user.email}` });
    await app.follow(browser, await app.link(user.email, 'confirm-email', 2));
    const late = await app.follow(browser, await app.link(email, 'confirm-email', 2));
    expect(late.status).toBe(403);
    expect((await app.now(user))?.email).toBe(`staff-${user.email}`);
  });

  it('fails cleanly if the address was taken between request and confirmation (K48)', async () => {
    await request();
    await app.follow(browser, await app.link(user.email, 'confirm-email'));
    await app.user({ email });
    const { status, text } = await app.follow(browser, await app.link(email, 'confirm-email'));

    expect(status).toBe(409);
    expect(text).toContain('This address is in use');
    expect(await app.now(user)).toEqual(user);
    expect(await shown()).toBe(user.email);
  });

  it('ends what was mailed to the former address (K49, K29)', async () => {
    const stranger = app.app.client();
    const csrfToken = await stranger.csrfToken();
    await stranger.signIn('email', { email: user.email });
    await stranger.post('/auth/password/forgot', { form: { csrfToken, email: user.email } });
    const [signIn, reset] = [
      await app.link(user.email, 'sign-in'),
      await app.link(user.email, 'reset'),
    ];
    await app.changed(browser, user, email);

    await stranger.get(signIn);
    expect(await shown(stranger)).toBeNull();
    expect((await stranger.get(reset)).status).toBe(403);
    // Whoever has that mailbox registers anew, and gets another user.
    await stranger.signIn('email', { email: user.email });
    await stranger.get(await app.link(user.email, 'sign-in', 2));
    expect(await shown(stranger)).toBe(user.email);
    expect((await app.now(user))?.email).toBe(email);
  });

  it('moves the account of the mailbox, and lets no account prove the address (K49)', async () => {
    const { id: userId } = user;
    const vouching = { provider: 'idp', providerAccountId: userId, type: 'oidc' as const };
    await app.adapter.linkAccount?.({ ...vouching, userId, emailVerified: true });
    await app.adapter.linkAccount?.({
      provider: 'email',
      providerAccountId: user.email,
      type: 'email',
      userId,
    });
    await app.changed(browser, user, email);

    expect(await app.adapter.getAccount?.(user.email, 'email')).toBeNull();
    expect(await app.adapter.getAccount?.(email, 'email')).toMatchObject({ userId });
    expect(await app.adapter.getAccount?.(userId, 'idp')).toMatchObject({ emailVerified: false });
  });

  it('is undone from the former mailbox, which ends all sessions (K49)', async () => {
    await app.changed(browser, user, email);
    const link = await app.link(user.email, 'email-changed');
    setClock(3 * 24 * 3600 - 1);
    browser = await app.signedIn(user);
    const owner = app.app.client();
    const { text } = await app.follow(owner, link);

    expect(text).toContain('Your address is back');
    expect(await app.now(user)).toMatchObject({ email: user.email });
    expect(await shown()).toBeNull();
    expect(app.events).toEqual([
      ['changeEmail', expect.objectContaining({ from: user.email, to: email })],
      ['changeEmail', expect.objectContaining({ from: email, to: user.email })],
    ]);
    expect((await owner.get(link)).status).toBe(403);
    expect((await app.send(owner, 'email-undo')).status).toBe(403);
  });

  it('clears the cookie of the browser in which it is undone', async () => {
    await app.changed(browser, user, email);
    await app.follow(browser, await app.link(user.email, 'email-changed'));
    expect([...browser.cookies.keys()].join()).not.toContain('session-token');
  });

  it('is not undone after its time, or after a second change (K49)', async () => {
    await app.changed(browser, user, email);
    const link = await app.link(user.email, 'email-changed');
    const second = `second-${email}`;
    await app.changed(browser, { ...user, email }, second);
    expect((await app.follow(app.app.client(), link)).status).toBe(403);
    expect((await app.now(user))?.email).toBe(second);

    const late = await app.link(email, 'email-changed');
    setClock(3 * 24 * 3600 + 1);
    expect((await app.follow(app.app.client(), late)).status).toBe(403);
  });

  it('is not undone once somebody else has the former address (K48)', async () => {
    await app.changed(browser, user, email);
    await app.user({ email: user.email });
    const { status } = await app.follow(
      app.app.client(),
      await app.link(user.email, 'email-changed'),
    );
    expect(status).toBe(409);
    expect((await app.now(user))?.email).toBe(email);
  });
});

describe.each(platforms())('a change of address on %s, without a registry', (platform) => {
  let app: AccountApp;
  beforeAll(async () => {
    stopClock();
    app = await AccountApp.start({ platform, strategy: 'bare' });
  });
  afterAll(async () => {
    startClock();
    await app.close();
  });

  it('shows the new address at once, and ends other sessions at their next renewal', async () => {
    setClock(0);
    const user = await app.user();
    const [browser, other] = [await app.signedIn(user), await app.signedIn(user)];
    const email = `${randomUUID()}@new.example`;
    await app.changed(browser, user, email);

    expect(await browser.session()).toMatchObject({ user: { email } });
    // What asks for the stored user refuses it before that.
    expect((await other.get('/auth/account/email', JSON_ONLY)).status).toBe(401);
    setClock(24 * 3600 + 1);
    expect(await other.session()).toBeNull();
    expect(await browser.session()).toMatchObject({ user: { email } });
  });
});
