import { Passkey } from '@authnest/core';
import { Password, passwordTable, PasswordService } from '@authnest/password';
import { MemoryAdapter } from '@authnest/testing';
import { startClock, stopClock } from '../support/clock.js';
import { MapRegistry } from '../support/map-registry.js';
import { PasskeyUser } from '../support/passkeys.js';
import { CHEAP, GOOD, OTHER, PasswordApp } from '../support/password-app.js';
import { type CheckedClient, platforms } from '../support/test-app.js';
import { PasskeysController } from '../webauthn/passkeys.controller.js';
import { OwnPasswordController } from './own-password.controller.js';

/** Lets something happen before or after an operation. */
class InterruptedAdapter extends MemoryAdapter {
  afterRows: (() => Promise<unknown>) | undefined;
  beforeKey: (() => Promise<unknown>) | undefined;

  override async deleteRows(query: Parameters<MemoryAdapter['deleteRows']>[0]): Promise<number> {
    const count = await super.deleteRows(query);
    const once = this.afterRows;
    this.afterRows = undefined;
    await once?.();
    return count;
  }

  override async deleteAuthenticator(credentialID: string) {
    const once = this.beforeKey;
    this.beforeKey = undefined;
    await once?.();
    return super.deleteAuthenticator(credentialID);
  }
}

const ways = platforms().flatMap((platform) =>
  (['jwt', 'database'] as const).map((strategy) => ({ platform, strategy })),
);

describe.each(ways)('the own password on $platform with $strategy sessions', (way) => {
  const users = new InterruptedAdapter();
  const heard: unknown[] = [];
  let app: PasswordApp;
  let nth = 0;
  const anAddress = () => `owner-${(nth += 1)}@corp.example`;
  const service = () => app.app.app.get(PasswordService, { strict: false });

  beforeAll(async () => {
    const { platform, strategy } = way;
    app = await PasswordApp.start({
      platform,
      adapter: users,
      config: {
        providers: [Password({ hashing: CHEAP }), Passkey({})],
        experimental: { enableWebAuthn: true },
        limits: {},
        mailer: ({ kind, to }) => void heard.push(`mail ${kind} to ${to}`),
        session: strategy === 'jwt' ? { strategy, revocation: new MapRegistry() } : { strategy },
        events: { changePassword: ({ user }) => heard.push(`event of ${user.email}`) },
      },
      module: { controllers: [OwnPasswordController, PasskeysController] },
    });
  });
  afterAll(() => app.close());
  beforeEach(() => {
    heard.length = 0;
  });
  afterEach(() => startClock());

  /** Somebody with a password, who is signed in. */
  async function somebody(email = anAddress()) {
    const user = { id: crypto.randomUUID(), email, emailVerified: new Date() };
    const { id } = await users.createUser(user);
    await service().import(id, await CHEAP.hash(GOOD));
    return { email, id, browser: await signedIn(email) };
  }

  async function signedIn(email: string): Promise<CheckedClient> {
    const browser = app.client();
    await app.signIn(email, GOOD, browser);
    return browser;
  }

  const send = (browser: CheckedClient, method: string, body?: object) =>
    browser.request(
      method,
      '/me/password',
      body ? { 'content-type': 'application/json' } : {},
      body && JSON.stringify(body),
    );
  const set = (browser: CheckedClient, body: object) => send(browser, 'PUT', body);
  const remove = (browser: CheckedClient) => send(browser, 'DELETE');
  const isIn = async (browser: CheckedClient) => (await browser.session()) !== null;
  const hasPassword = async (userId: string) =>
    (await users.findRow({ table: passwordTable, key: { userId } })) !== null;
  const withoutPassword = (userId: string) =>
    users.deleteRows({ table: passwordTable, key: { userId } });

  async function withPasskey() {
    const one = await somebody();
    const key = new PasskeyUser(app.app, one.browser);
    const { authenticator } = await key.register(one.email);
    const path = `/passkeys/${authenticator.credentialId.toString('base64url')}`;
    const hasKey = async () => (await users.listAuthenticatorsByUserId(one.id)).length > 0;
    return { ...one, path, hasKey };
  }

  it('is set with the present one; other sessions and copies end (K31)', async () => {
    const { email, browser } = await somebody();
    const other = await signedIn(email);
    const copy = app.client();
    for (const [name, value] of browser.cookies) copy.cookies.set(name, value);

    expect((await set(browser, { current: GOOD, password: OTHER })).status).toBe(204);

    expect([await isIn(browser), await isIn(other), await isIn(copy)]).toEqual([
      true,
      false,
      false,
    ]);
    expect((await app.signIn(email, GOOD)).location).toContain('error=CredentialsSignin');
    expect(heard).toEqual([`event of ${email}`, `mail password-changed to ${email}`].toSorted());
  });

  it('is not told to an address that nobody has proven', async () => {
    const { email, id, browser } = await somebody();
    await users.updateUser({ id, emailVerified: null });
    expect((await set(browser, { current: GOOD, password: OTHER })).status).toBe(204);
    expect(heard).toEqual([`event of ${email}`]);
  });

  it.each([
    [{ current: OTHER, password: OTHER }, { error: 'CredentialsSignin' }],
    [{ password: OTHER }, { error: 'CredentialsSignin' }],
    [{ current: { $ne: '' }, password: OTHER }, { error: 'CredentialsSignin' }],
    [
      { current: GOOD, password: 'short' },
      { error: 'WeakPassword', code: 'too_short' },
    ],
    [
      { current: GOOD, password: ['x'] },
      { error: 'WeakPassword', code: 'too_short' },
    ],
  ])('is not set for %j', async (body, expected) => {
    const { email, browser } = await somebody();

    const { status, text } = await set(browser, body);

    expect([status, JSON.parse(text)]).toEqual([400, expect.objectContaining(expected)]);
    expect(heard).toEqual([]);
    await signedIn(email).then(async (again) => expect(await isIn(again)).toBe(true));
  });

  it('is set for the first time by a fresh session only', async () => {
    const { id, browser } = await somebody();
    await withoutPassword(id);

    stopClock(Date.now() + 901_000);
    const stale = await set(browser, { password: OTHER });
    startClock();
    expect([stale.status, stale.json()]).toEqual([
      403,
      expect.objectContaining({
        errorCode: 'FRESH_AUTH_REQUIRED',
        url: expect.stringContaining('/auth/reauthenticate') as string,
      }),
    ]);
    expect(await hasPassword(id)).toBe(false);
    expect((await set(browser, { password: OTHER })).status).toBe(204);
    expect(await hasPassword(id)).toBe(true);
  });

  it('is removed by a fresh session; others end, and the person is told', async () => {
    const { id, email, browser } = await withPasskey();
    const other = await signedIn(email);
    heard.length = 0;

    stopClock(Date.now() + 901_000);
    expect((await remove(browser)).status).toBe(403);
    startClock();
    expect((await remove(browser)).status).toBe(204);

    expect(await hasPassword(id)).toBe(false);
    expect([await isIn(browser), await isIn(other)]).toEqual([true, false]);
    expect((await app.signIn(email, GOOD)).location).toContain('error=CredentialsSignin');
    expect(heard).toEqual([`mail password-removed to ${email}`]);
    expect((await remove(browser)).status).toBe(404);
  });

  it('is not removed as the last way in (K37)', async () => {
    const { id, browser } = await somebody();

    expect((await remove(browser)).status).toBe(409);
    expect(await hasPassword(id)).toBe(true);
    expect(heard).toEqual([]);
  });

  it('counts as another way than a passkey', async () => {
    const { browser, path, hasKey } = await withPasskey();

    expect((await browser.request('DELETE', path)).status).toBe(204);
    expect(await hasKey()).toBe(false);
  });

  it('is set and removed by somebody for whom a database has no address', async () => {
    const { id, browser } = await withPasskey();
    await withoutPassword(id);
    await users.updateUser({ id, email: null as never });

    expect((await set(browser, { password: OTHER })).status).toBe(204);
    expect(await isIn(browser)).toBe(true);
    expect((await set(browser, { current: OTHER, password: GOOD })).status).toBe(204);
    expect((await remove(browser)).status).toBe(204);
    expect(await isIn(browser)).toBe(true);
    expect(heard.filter((one) => `${one}`.endsWith('null'))).toEqual([
      'event of null',
      'event of null',
    ]);
  });

  it('is guessed by nobody for all who have no address: each is counted alone (HT14)', async () => {
    const [one, other] = [await somebody(), await somebody()];
    for (const { id } of [one, other]) await users.updateUser({ id, email: null as never });

    let status = 0;
    for (let time = 0; time < 20 && status !== 429; time += 1) {
      ({ status } = await set(one.browser, { current: `wrong-${time}`, password: OTHER }));
    }

    expect(status).toBe(429);
    expect((await set(other.browser, { current: GOOD, password: OTHER })).status).toBe(204);
  });

  it('does not count as a way in without an address to type', async () => {
    const { id, browser, path } = await withPasskey();
    await users.updateUser({ id, email: 'staff-17' });

    expect((await browser.request('DELETE', path)).status).toBe(409);
  });

  it('stays, or the passkey does, if both are removed at once (K37)', async () => {
    const { id, email, browser, path, hasKey } = await withPasskey();
    const other = await signedIn(email);
    users.afterRows = () => other.request('DELETE', path);

    expect((await remove(browser)).status).toBe(204);
    expect([await hasPassword(id), await hasKey()]).toEqual([false, true]);
  });

  it('stays away, and the passkey comes back, if the other removal ends first (K37)', async () => {
    const { id, email, browser, path, hasKey } = await withPasskey();
    const other = await signedIn(email);
    users.beforeKey = () => remove(browser);

    expect((await other.request('DELETE', path)).status).toBe(409);
    expect([await hasPassword(id), await hasKey()]).toEqual([false, true]);
  });

  it('comes back if the other way is gone after the removal (K37)', async () => {
    const { id, browser, hasKey } = await withPasskey();
    users.afterRows = async () => {
      for (const { credentialID } of await users.listAuthenticatorsByUserId(id))
        await users.deleteAuthenticator(credentialID);
    };

    expect((await remove(browser)).status).toBe(409);
    expect([await hasPassword(id), await hasKey()]).toEqual([true, false]);
  });

  it('does not come back if an administrator required a reset meanwhile', async () => {
    const { id, browser } = await withPasskey();
    const request = { headers: { host: new URL(app.app.url).host }, method: 'GET', url: '/x' };
    users.afterRows = async () => {
      for (const { credentialID } of await users.listAuthenticatorsByUserId(id))
        await users.deleteAuthenticator(credentialID);
      await service().requireReset(request as never, id);
    };

    await remove(browser);
    expect(await hasPassword(id)).toBe(false);
  });

  it('is not removed at a host that only the request names, since no mail could say so', async () => {
    const { id, browser } = await withPasskey();
    await browser.request('DELETE', '/me/password', { host: 'other.example' });
    expect([await hasPassword(id), await isIn(browser)]).toEqual([true, true]);
  });

  it('is not set and not removed by nobody', async () => {
    expect((await set(app.client(), { current: GOOD, password: OTHER })).status).toBe(401);
    expect((await remove(app.client())).status).toBe(401);
  });
});
