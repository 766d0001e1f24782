import type { AdapterUser, AuthEvents } from '@authnest/core';
import { OnAuthEvent } from '@authnest/core';
import { Injectable } from '@nestjs/common';
import { AccountWaysApp } from '../support/account-ways-app.js';
import { setClock, startClock, stopClock } from '../support/clock.js';
import { MapRegistry } from '../support/map-registry.js';
import { PasskeyUser } from '../support/passkeys.js';
import { SoftwareAuthenticator } from '../support/software-authenticator.js';
import { type CheckedClient, platforms } from '../support/test-app.js';
import { until } from '../support/until.js';

const cases = platforms().flatMap((platform) =>
  (['database', 'jwt'] as const).map((strategy) => ({ platform, strategy })),
);
const PAGE = { accept: 'text/html', 'sec-fetch-mode': 'navigate' };

interface Account {
  id: string;
  provider: string;
  canUnlink: boolean;
}

const heard: unknown[] = [];

@Injectable()
class Listener {
  @OnAuthEvent('unlinkAccount') unlinked(message: AuthEvents['unlinkAccount']): void {
    heard.push(message);
  }
  @OnAuthEvent('reauthenticate') proven(message: AuthEvents['reauthenticate']): void {
    heard.push(message);
  }
}

describe.each(cases)('the ways of an account on $platform, $strategy', ({ platform, strategy }) => {
  let rig: AccountWaysApp;

  beforeAll(async () => {
    stopClock();
    rig = await AccountWaysApp.start({
      platform,
      strategy,
      module: { providers: [Listener] },
    });
  });
  beforeEach(() => {
    setClock(0);
    heard.length = 0;
    rig.mails.length = 0;
  });
  afterAll(async () => {
    startClock();
    await rig.close();
  });

  const accountsOf = async (browser: CheckedClient): Promise<Account[]> =>
    (await rig.overview<{ accounts: Account[] }>(browser)).accounts;
  const accountAt = async (browser: CheckedClient, provider: string) => {
    const found = (await accountsOf(browser)).find((one) => one.provider === provider);
    return { provider, id: found?.id ?? '' };
  };
  const linked = async ({ id }: AdapterUser): Promise<string[]> => {
    const accounts = (await rig.adapter.listAccountsByUserId?.(id)) ?? [];
    return accounts.map(({ provider }) => provider).sort();
  };
  const withPasskey = async (user: AdapterUser) => {
    const browser = await rig.signedIn(user);
    const person = new PasskeyUser(rig.app, browser);
    const { authenticator } = await person.register(user.email);
    return { browser, person, id: authenticator.credentialId.toString('base64url') };
  };

  it('are linked, and unlinked again', async () => {
    const user = await rig.user('gh');
    const browser = await rig.signedIn(user);
    const started = await rig.post(browser, 'link', { provider: 'idp' });
    expect(started.location).toContain('https://idp.example/');
    const { location } = await rig.atProvider(browser, started.location ?? '', `new-${user.id}`);
    expect(location).toBe(`${rig.url}/auth/account`);
    expect(await linked(user)).toEqual(['gh', 'idp']);

    const done = await rig.post(browser, 'unlink', await accountAt(browser, 'idp'));
    expect(done.location).toBe(`${rig.url}/auth/account?done=unlinked`);
    expect(await linked(user)).toEqual(['gh']);
    expect(await browser.session()).not.toBeNull();
    expect(rig.idp.requestsTo('revocation')).toHaveLength(1);
  });

  it('are told of by mail, though the account that goes was what proved the address', async () => {
    const user = await rig.user('gh');
    await rig.adapter.updateUser?.({ id: user.id, emailVerified: null });
    await rig.adapter.linkAccount?.({
      userId: user.id,
      provider: 'idp',
      providerAccountId: user.id,
      type: 'oidc',
      emailVerified: true,
    });
    const browser = await rig.signedIn(user);
    await rig.post(browser, 'unlink', await accountAt(browser, 'idp'));
    expect(await linked(user)).toEqual(['gh']);

    await until('the mail has left', () => rig.mails.length > 0);
    expect(rig.mails).toEqual([expect.objectContaining({ kind: 'way-removed', to: user.email })]);
  });

  it.each(['', 'nope', 'credentials', '__proto__'])(
    'are not linked at %j: 400',
    async (provider) => {
      const browser = await rig.signedIn(await rig.user('idp'));
      expect((await rig.post(browser, 'link', { provider })).status).toBe(400);
      expect(rig.app.logs.alarms).toEqual([]);
    },
  );

  it('are linked though a proof at the same provider was begun and given up', async () => {
    const user = await rig.user('idp');
    const browser = await rig.signedIn(user);
    const form = { csrfToken: await browser.csrfToken() };
    const asked = await browser.post('/auth/reauthenticate/idp', { form });
    expect(asked.location).toContain('https://idp.example/');
    const started = await rig.post(browser, 'link', { provider: 'idp' });
    await rig.atProvider(browser, started.location ?? '', `second-${user.id}`);
    expect(await linked(user)).toEqual(['idp', 'idp']);
  });

  it('end the other sessions when one is added or removed', async () => {
    const user = await rig.user('idp', 'gh');
    const [browser, first] = [await rig.signedIn(user), await rig.signedIn(user)];
    const before = browser.cookies.get('authjs.session-token');
    await rig.post(browser, 'unlink', await accountAt(browser, 'idp'));
    expect(await browser.session()).not.toBeNull();
    if (strategy === 'database') expect(await first.session()).toBeNull();
    else expect(browser.cookies.get('authjs.session-token')).not.toBe(before);

    setClock(2);
    const second = await rig.signedIn(user);
    const started = await rig.post(browser, 'link', { provider: 'idp' });
    await rig.atProvider(browser, started.location ?? '', `again-${user.id}`);
    expect(await browser.session()).not.toBeNull();
    // Stateless sessions without a registry are not listed, so they go on.
    if (strategy === 'database') expect(await second.session()).toBeNull();
  });

  it('tell the owner by mail, and listeners without tokens', async () => {
    const user = await rig.user('idp', 'gh');
    const browser = await rig.signedIn(user);
    await rig.post(browser, 'unlink', await accountAt(browser, 'gh'));
    await until('a mail', () => rig.mails.length === 1);
    expect(rig.mails[0]).toMatchObject({ kind: 'way-removed', to: user.email });
    expect(rig.mails[0]?.text).toContain('You can no longer sign in with: Git Harbour.');
    expect(rig.mails[0]?.url).toBe(`${rig.url}/auth/account`);
    expect(heard).toEqual([
      {
        user: expect.objectContaining({ id: user.id }) as object,
        account: {
          provider: 'gh',
          providerAccountId: `gh-${user.id}`,
          type: 'oauth',
          userId: user.id,
        },
      },
    ]);
    await withPasskey(user);
    await until('a second mail', () => rig.mails.length === 2);
    expect(rig.mails[1]).toMatchObject({ kind: 'way-added', to: user.email });
    expect(rig.mails[1]?.text).toContain('Passkey');
    expect(JSON.stringify(heard)).not.toContain('canary');
  });

  it('tell nobody at an address that nobody has proven', async () => {
    const user = await rig.user('idp', 'gh');
    await rig.adapter.updateUser?.({ id: user.id, emailVerified: null });
    const browser = await rig.signedIn(user);
    const done = await rig.post(browser, 'unlink', await accountAt(browser, 'gh'));
    expect(done.location).toContain('done=unlinked');
    await new Promise((resolve) => setImmediate(resolve));
    expect(rig.mails).toEqual([]);
  });

  it('keep the last one, and the page says so (K46)', async () => {
    const user = await rig.user('idp');
    const browser = await rig.signedIn(user);
    const last = await accountAt(browser, 'idp');
    const refused = await rig.post(browser, 'unlink', last, PAGE);

    expect(refused.status).toBe(409);
    expect(refused.text).toContain('This is your only way to sign in. Add another way first.');
    const script = await browser.post('/auth/account/unlink', {
      json: { ...last, csrfToken: await browser.csrfToken() },
    });
    expect([script.status, script.json()]).toEqual([
      409,
      expect.objectContaining({ error: 'LastWayIn', errorCode: 'LAST_WAY_IN' }),
    ]);
    expect(await linked(user)).toEqual(['idp']);
  });

  it('do not count an account whose provider is no longer configured (K46)', async () => {
    const user = await rig.user('idp');
    await rig.adapter.linkAccount?.({
      userId: user.id,
      provider: 'gone',
      providerAccountId: user.id,
      type: 'oauth',
    });
    const browser = await rig.signedIn(user);
    const accounts = await accountsOf(browser);
    expect(accounts).toMatchObject([
      { provider: 'idp', canUnlink: false },
      { provider: 'gone', name: 'gone', canUnlink: true },
    ]);
    expect((await rig.post(browser, 'unlink', await accountAt(browser, 'idp'), PAGE)).status).toBe(
      409,
    );
    await rig.post(browser, 'unlink', await accountAt(browser, 'gone'));
    expect(await linked(user)).toEqual(['idp']);
  });

  it("do not reach another user's account", async () => {
    const [user, other] = [await rig.user('idp', 'gh'), await rig.user('idp', 'gh')];
    const [browser, thief] = [await rig.signedIn(user), await rig.signedIn(other)];
    const refused = await rig.post(thief, 'unlink', await accountAt(browser, 'idp'), PAGE);

    expect(refused.status).toBe(404);
    expect(await linked(user)).toEqual(['gh', 'idp']);
  });

  it('have passkeys that are named and removed', async () => {
    const user = await rig.user('idp');
    const { browser, id } = await withPasskey(user);
    await rig.post(browser, 'passkey-rename', { id, name: 'Blue key' });
    expect(await rig.overview(browser)).toMatchObject({ passkeys: [{ id, name: 'Blue key' }] });
    expect((await rig.post(browser, 'passkey-rename', { id, name: '\u0007' }, PAGE)).status).toBe(
      400,
    );
    const { location } = await rig.post(browser, 'passkey-remove', { id });
    expect(location).toBe(`${rig.url}/auth/account?done=passkeyRemoved`);
    expect(await rig.overview(browser)).toMatchObject({ passkeys: [] });
  });

  it('cannot be changed with a stolen session that is not fresh, by none of four ways', async () => {
    const user = await rig.user('idp', 'gh');
    const { browser, person, id } = await withPasskey(user);
    const account = await accountAt(browser, 'gh');
    const early = await person.ask({ action: 'register' });
    setClock(901);
    const again = (location = '') => new URL(location).pathname === '/auth/reauthenticate';

    expect(again((await rig.post(browser, 'link', { provider: 'idp' })).location)).toBe(true);
    expect(again((await rig.post(browser, 'unlink', account)).location)).toBe(true);
    expect(again((await rig.post(browser, 'passkey-remove', { id })).location)).toBe(true);
    const asked = await person.askFor({ action: 'register' });
    expect([asked.status, asked.json()]).toEqual([
      403,
      expect.objectContaining({
        error: 'FreshAuthRequired',
        errorCode: 'FRESH_AUTH_REQUIRED',
        url: expect.stringContaining('/auth/reauthenticate') as string,
      }),
    ]);
    // Nor with what was begun before, nor by the ordinary sign-in with a provider.
    const made = new SoftwareAuthenticator(rig.url).create(early.options);
    await person.respond('register', made);
    const started = await browser.signIn('idp', { callbackUrl: '/' });
    await rig.atProvider(browser, started.location ?? '', `thief-${user.id}`);

    expect(await linked(user)).toEqual(['gh', 'idp', 'passkey']);
    expect(await rig.overview(browser)).toMatchObject({ passkeys: [{ id }] });
    // And adding one within the time does not make the session any fresher.
    setClock(890);
    await person.register(user.email);
    setClock(905);
    expect(again((await rig.post(browser, 'unlink', account)).location)).toBe(true);
  });
});

describe.each(platforms())('ways of an account with a registry, on %s', (platform) => {
  it('end the other stateless sessions at once when one is added or removed', async () => {
    const session = { strategy: 'jwt', revocation: new MapRegistry() } as const;
    const rig = await AccountWaysApp.start({ platform, config: { session } });
    const user = await rig.user('idp', 'gh');
    const [browser, first] = [await rig.signedIn(user), await rig.signedIn(user)];
    const copy = rig.app.client();
    for (const [name, value] of browser.cookies) copy.cookies.set(name, value);
    await new PasskeyUser(rig.app, browser).register(user.email);
    expect(await first.session()).toBeNull();
    expect(await copy.session()).toBeNull();

    const second = await rig.signedIn(user);
    const { accounts } = await rig.overview<{ accounts: Account[] }>(browser);
    const { id = '' } = accounts.find(({ provider }) => provider === 'gh') ?? {};
    expect((await rig.post(browser, 'unlink', { provider: 'gh', id })).status).toBe(302);
    expect(await second.session()).toBeNull();
    expect(await browser.session()).not.toBeNull();
    await rig.close();
  });

  it('keep the proof of an address that only the unlinked account gave', async () => {
    const rig = await AccountWaysApp.start({ platform });
    const user = await rig.user('gh');
    await rig.adapter.updateUser?.({ id: user.id, emailVerified: null });
    const account = { provider: 'idp', providerAccountId: user.id, type: 'oidc' as const };
    await rig.adapter.linkAccount?.({ ...account, userId: user.id, emailVerified: true });
    const browser = await rig.signedIn(user);
    const { accounts } = await rig.overview<{ accounts: Account[] }>(browser);
    const { id = '' } = accounts.find(({ provider }) => provider === 'idp') ?? {};
    await rig.post(browser, 'unlink', { provider: 'idp', id });
    expect((await rig.adapter.getUser?.(user.id))?.emailVerified).toBeInstanceOf(Date);
    expect(await rig.overview(browser)).toMatchObject({ user: { emailVerified: true } });
    await rig.close();
  });
});
