import { SessionService } from '@authnest/core';
import { bcrypt, PasswordService } from '@authnest/password';
import { MemoryAdapter } from '@authnest/testing';
import { startClock, stopClock } from '../support/clock.js';
import { withEnvironment } from '../support/environment.js';
import { MapRegistry } from '../support/map-registry.js';
import { CHEAP, GOOD, OTHER, PasswordApp } from '../support/password-app.js';
import { platforms } from '../support/test-app.js';

const THIRD = 'a third quite long sentence';
/** `U*U`, by crypt_blowfish. */
const BCRYPT = '$2a$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW';

/** Lets something happen right after a password was replaced. */
class InterruptedAdapter extends MemoryAdapter {
  meanwhile: (() => Promise<unknown>) | undefined;

  override async updateRow(update: Parameters<MemoryAdapter['updateRow']>[0]): Promise<boolean> {
    const isStored = await super.updateRow(update);
    const once = this.meanwhile;
    this.meanwhile = undefined;
    await once?.();
    return isStored;
  }
}

const ways = platforms().flatMap((platform) =>
  (['jwt', 'database'] as const).map((strategy) => ({ platform, strategy })),
);

describe.each(ways)('a new password on $platform with $strategy sessions', (way) => {
  const users = new InterruptedAdapter();
  let app: PasswordApp;
  let nth = 0;
  let meanwhile: (() => Promise<unknown>) | undefined;
  const anAddress = () => `person-${(nth += 1)}@corp.example`;
  const service = () => app.app.app.get(PasswordService, { strict: false });
  const isIn = async (browser: { session(): Promise<unknown> }) =>
    (await browser.session()) !== null;

  beforeAll(async () => {
    const session =
      way.strategy === 'jwt'
        ? { strategy: way.strategy, revocation: new MapRegistry() }
        : { strategy: way.strategy };
    app = await PasswordApp.start({
      platform: way.platform,
      adapter: users,
      password: { verifies: [bcrypt()] },
      config: {
        session,
        callbacks: {
          signIn: async () => {
            const once = meanwhile;
            meanwhile = undefined;
            await once?.();
            return true;
          },
        },
      },
    });
  });
  afterAll(() => app.close());

  async function linkOf(email: string, count: number): Promise<string> {
    await app.send(app.client(), 'forgot', { email });
    return (await app.newest(email, count)).link;
  }

  it('by a mailed link works once, after a weak one (K29)', async () => {
    const email = anAddress();
    await app.registered(email);
    const link = await linkOf(email, 2);
    await app.client().request('HEAD', link);
    for (let time = 1; time <= 3; time += 1) await app.client().get(link);
    const browser = app.client();
    await browser.get(link);

    const weak = await app.send(browser, 'reset', { password: 'short' });
    expect([weak.status, weak.text.includes('This password is too short')]).toEqual([400, true]);
    expect((await app.send(browser, 'reset', { password: OTHER })).location).toContain('/signin');
    expect((await app.send(browser, 'reset', { password: THIRD })).status).toBe(403);
    expect((await app.client().get(link)).status).toBe(403);
    const { text } = await app.newest(email, 3);
    expect(text).toContain('was changed');
  });

  it('is not set by an older link, nor after the address changed, nor too late (K29)', async () => {
    const [email, other] = [anAddress(), anAddress()];
    await app.registered(email);
    const older = await linkOf(email, 2);
    const newer = await linkOf(email, 3);
    expect((await app.client().get(older)).status).toBe(403);

    const browser = app.client();
    await browser.get(newer);
    const user = await app.adapter.getUserByEmail?.(email);
    await app.adapter.updateUser?.({ id: `${user?.id}`, email: other });
    expect((await app.send(browser, 'reset', { password: OTHER })).status).toBe(403);

    await app.adapter.updateUser?.({ id: `${user?.id}`, email });
    const late = await linkOf(email, 4);
    stopClock(Date.now() + 601_000);
    const { status } = await app.client().get(late);
    startClock();
    expect(status).toBe(403);
  });

  it('by a link ends all five sessions, and signs nobody in (K31)', async () => {
    const email = anAddress();
    const browsers = [await app.registered(email)];
    for (let one = 2; one <= 5; one += 1) {
      const browser = app.client();
      await app.signIn(email, GOOD, browser);
      browsers.push(browser);
    }
    const link = await linkOf(email, 2);
    const [last = app.client()] = browsers;
    await last.get(link);
    await app.send(last, 'reset', { password: OTHER });

    for (const browser of browsers) expect(await isIn(browser)).toBe(false);
  });

  it('by the person ends the others, and the own session goes on (K31)', async () => {
    const email = anAddress();
    const [own, other] = [await app.registered(email), app.client()];
    await app.signIn(email, GOOD, other);
    const copy = app.client();
    for (const [name, value] of own.cookies) copy.cookies.set(name, value);

    expect((await own.get('/auth/password/change')).text).toContain('current-password');
    const wrong = await app.send(own, 'change', { current: OTHER, password: THIRD });
    expect([wrong.status, wrong.text.includes('is incorrect')]).toEqual([400, true]);
    expect(await isIn(other)).toBe(true);
    const changed = await app.send(own, 'change', { current: GOOD, password: OTHER });
    expect(changed.location).toContain('?done');

    expect(await isIn(own)).toBe(true);
    expect(await isIn(other)).toBe(false);
    expect(await isIn(copy)).toBe(false);
    expect((await app.signIn(email, GOOD)).location).toContain('error=CredentialsSignin');
  });

  it('by the person is not replaced by a link that was mailed before', async () => {
    const email = anAddress();
    const [own, other] = [await app.registered(email), app.client()];
    const link = await linkOf(email, 2);
    await other.get(link);
    await app.send(own, 'change', { current: GOOD, password: OTHER });

    expect((await app.send(other, 'reset', { password: THIRD })).status).toBe(403);
    expect((await app.client().get(link)).status).toBe(403);
    await app.signIn(email, OTHER, other);
    expect(await isIn(other)).toBe(true);
  });

  it('cannot be set by anybody who is signed out', async () => {
    const browser = app.client();

    expect((await browser.get('/auth/password/change')).status).toBe(401);
    const { location } = await app.send(browser, 'change', { current: GOOD, password: OTHER });
    expect(location).toContain('error=SessionRequired');
  });

  it('that an administrator requires is set by mail only (K31)', async () => {
    const email = anAddress();
    const browser = await app.registered(email);
    const { id = '' } = (await app.adapter.getUserByEmail?.(email)) ?? {};
    const request = { headers: { host: new URL(app.app.url).host }, method: 'GET', url: '/x' };
    await service().requireReset(request as never, id);

    expect(await isIn(browser)).toBe(false);
    expect((await app.signIn(email, GOOD)).location).toContain('error=CredentialsSignin');
    const { link } = await app.newest(email, 2);
    await browser.get(link);
    await app.send(browser, 'reset', { password: OTHER });
    await app.signIn(email, OTHER, browser);
    expect(await isIn(browser)).toBe(true);
  });

  it('that is due is chosen before anything else is open', async () => {
    const email = anAddress();
    const user = { id: crypto.randomUUID(), email, emailVerified: new Date() };
    const { id = '' } = (await app.adapter.createUser?.(user)) ?? {};
    await service().importAll([{ userId: id, hash: BCRYPT, mustChange: true }]);
    const browser = app.client();

    expect((await app.signIn(email, 'U*U', browser)).location).toContain('/password/change');
    expect(await isIn(browser)).toBe(false);
    expect((await browser.get('/auth/password/change')).text).toContain('choose a new password');
    expect((await app.send(browser, 'change', { password: 'short' })).status).toBe(400);
    expect(await isIn(browser)).toBe(false);
    expect((await app.send(browser, 'change', { password: OTHER })).status).toBe(302);
    expect(await browser.session()).toMatchObject({ user: { email } });
    const again = app.client();
    await app.signIn(email, OTHER, again);
    expect(await isIn(again)).toBe(true);
  });

  it('that is due is not the present one, whatever way it is chosen (JT13)', async () => {
    const email = anAddress();
    const user = { id: crypto.randomUUID(), email, emailVerified: new Date() };
    const { id = '' } = (await app.adapter.createUser?.(user)) ?? {};
    const hash = await CHEAP.hash(GOOD);
    await service().importAll([{ userId: id, hash, mustChange: true }]);
    const [browser, mailed] = [app.client(), app.client()];
    await app.signIn(email, GOOD, browser);
    await mailed.get(await linkOf(email, 1));

    const changed = await app.send(browser, 'change', { password: GOOD });
    const reset = await app.send(mailed, 'reset', { password: GOOD });

    expect([changed.status, reset.status]).toEqual([400, 400]);
    expect(changed.text).toContain('This is your present password.');
    expect(await isIn(browser)).toBe(false);
  });

  it.each(['before', 'while'])(
    'that is due is not chosen by a sign-in whose access ended %s it was typed (JT11)',
    async (time) => {
      const email = anAddress();
      const user = { id: crypto.randomUUID(), email, emailVerified: new Date() };
      const { id = '' } = (await app.adapter.createUser?.(user)) ?? {};
      await service().importAll([{ userId: id, hash: BCRYPT, mustChange: true }]);
      const browser = app.client();
      await app.signIn(email, 'U*U', browser);
      const end = () => app.app.app.get(SessionService, { strict: false }).endAccess(id);
      if (time === 'before') await end();
      else users.meanwhile = end;

      await app.send(browser, 'change', { password: OTHER });

      users.meanwhile = undefined;
      expect((await app.signIn(email, OTHER)).location).toContain('error=CredentialsSignin');
      expect((await app.signIn(email, 'U*U')).location).toContain('/password/change');
    },
  );

  it('that is due is set by a mailed link where nobody may change theirs', async () => {
    const options = { verifies: [bcrypt()], change: false };
    const other = await PasswordApp.start({ platform: way.platform, password: options });
    const email = anAddress();
    const user = { id: crypto.randomUUID(), email, emailVerified: new Date() };
    const { id = '' } = (await other.adapter.createUser?.(user)) ?? {};
    const passwords = other.app.app.get(PasswordService, { strict: false });
    await passwords.importAll([{ userId: id, hash: BCRYPT, mustChange: true }]);
    const browser = other.client();

    const { location = '' } = await other.signIn(email, 'U*U', browser);
    expect((await browser.get(location)).status).toBe(200);
    await other.send(browser, 'forgot', { email });
    await browser.get((await other.newest(email)).link);
    await other.send(browser, 'reset', { password: OTHER });
    await other.signIn(email, OTHER, browser);

    expect(await browser.session()).toMatchObject({ user: { email } });
    await other.close();
  });

  it('that the owner set by a mailed link is not replaced by a sign-in that waits (K31)', async () => {
    const email = anAddress();
    const user = { id: crypto.randomUUID(), email, emailVerified: new Date() };
    const { id = '' } = (await app.adapter.createUser?.(user)) ?? {};
    await service().importAll([{ userId: id, hash: BCRYPT, mustChange: true }]);
    const stranger = app.client();
    await app.signIn(email, 'U*U', stranger);
    const owner = app.client();
    await owner.get(await linkOf(email, 1));
    await app.send(owner, 'reset', { password: OTHER });

    const { location } = await app.send(stranger, 'change', { password: THIRD });

    expect(location).toContain('/signin');
    expect(await isIn(stranger)).toBe(false);
    await app.signIn(email, OTHER, owner);
    expect(await isIn(owner)).toBe(true);
  });

  it('that an administrator requires ends a sign-in that goes on with a new one', async () => {
    const email = anAddress();
    const user = { id: crypto.randomUUID(), email, emailVerified: new Date() };
    const { id = '' } = (await app.adapter.createUser?.(user)) ?? {};
    await service().importAll([{ userId: id, hash: BCRYPT, mustChange: true }]);
    const stranger = app.client();
    await app.signIn(email, 'U*U', stranger);
    const request = { headers: { host: new URL(app.app.url).host }, method: 'GET', url: '/x' };
    meanwhile = () => service().requireReset(request as never, id);

    await app.send(stranger, 'change', { password: THIRD });

    expect(meanwhile).toBeUndefined();
    expect(await isIn(stranger)).toBe(false);
  });

  it('that the owner sets before a change has ended the sessions ends its sign-in too', async () => {
    const email = anAddress();
    const user = { id: crypto.randomUUID(), email, emailVerified: new Date() };
    const { id = '' } = (await app.adapter.createUser?.(user)) ?? {};
    await service().importAll([{ userId: id, hash: BCRYPT, mustChange: true }]);
    const [stranger, owner] = [app.client(), app.client()];
    await app.signIn(email, 'U*U', stranger);
    await owner.get(await linkOf(email, 1));
    users.meanwhile = () => app.send(owner, 'reset', { password: OTHER });

    await app.send(stranger, 'change', { password: THIRD });

    expect(users.meanwhile).toBeUndefined();
    expect(await isIn(stranger)).toBe(false);
    await app.signIn(email, OTHER, owner);
    expect(await isIn(owner)).toBe(true);
  });

  it('of somebody who is invited makes a user, of a user it is a reset', async () => {
    const email = anAddress();
    const request = { headers: { host: new URL(app.app.url).host }, method: 'GET', url: '/x' };
    await service().invite(request as never, { email });
    const browser = app.client();
    await browser.get((await app.newest(email)).link);
    await app.send(browser, 'confirm', { password: OTHER });
    expect(await browser.session()).toMatchObject({ user: { email } });

    await service().invite(request as never, { email });
    expect((await app.newest(email, 2)).link).toContain('/password/reset?token=');
  });

  it('of an unproven user is removed when the mailbox is proven (K89)', async () => {
    const email = anAddress();
    const user = { id: crypto.randomUUID(), email, emailVerified: null };
    const { id = '' } = (await app.adapter.createUser?.(user)) ?? {};
    await service().import(id, BCRYPT);
    const attacker = app.client();
    await app.signIn(email, 'U*U', attacker);
    expect(await isIn(attacker)).toBe(true);

    const owner = app.client();
    await owner.get(await linkOf(email, 1));
    await app.send(owner, 'reset', { password: OTHER });
    expect(await isIn(attacker)).toBe(false);
    expect((await app.signIn(email, 'U*U')).location).toContain('error=CredentialsSignin');
    expect(await app.adapter.getUserByEmail?.(email)).toMatchObject({
      emailVerified: expect.any(Date) as Date,
    });
  });

  it('goes to the site, whatever the headers say (K81)', async () => {
    const adapter = new MemoryAdapter();
    const site = await withEnvironment({ AUTH_URL: 'http://app.example' }, () =>
      PasswordApp.start({ platform: way.platform, adapter }),
    );
    const browser = site.client();
    const headers = {
      origin: 'http://app.example',
      'x-forwarded-host': 'evil.test',
      'x-forwarded-proto': 'http',
    };
    const csrfToken = await browser.csrfToken();
    await browser.post('/auth/password/register', {
      form: { email: 'a@corp.example', password: GOOD, csrfToken },
      headers,
    });
    const { text } = await site.newest('a@corp.example');
    expect(text).toContain('http://app.example/auth/password/confirm?token=');
    expect(text).not.toContain('evil.test');
    await site.close();
  });
});
