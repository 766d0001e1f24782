import type { AuthEvents } from '@authnest/core';
import { OnAuthEvent } from '@authnest/core';
import { Injectable } from '@nestjs/common';
import { AccountWaysApp } from '../support/account-ways-app.js';
import { NOON, setClock, startClock, stopClock } from '../support/clock.js';
import { PASSWORD, type CheckedClient, platforms } from '../support/test-app.js';

const PAGE = { accept: 'text/html', 'sec-fetch-mode': 'navigate' };
const heard: AuthEvents['reauthenticate'][] = [];

@Injectable()
class Listener {
  @OnAuthEvent('reauthenticate') proven(message: AuthEvents['reauthenticate']): void {
    heard.push(message);
  }
}

describe.each(platforms())('proving again who one is, on %s', (platform) => {
  let rig: AccountWaysApp;

  beforeAll(async () => {
    stopClock();
    rig = await AccountWaysApp.start({ platform, module: { providers: [Listener] } });
  });
  beforeEach(() => {
    setClock(0);
    heard.length = 0;
  });
  afterAll(async () => {
    startClock();
    await rig.close();
  });

  const waysOf = async (browser: CheckedClient): Promise<string[]> => {
    const headers = { accept: 'application/json' };
    const report = await browser.get('/auth/reauthenticate', headers);
    return report.json<{ ways: { id: string }[] }>().ways.map(({ id }) => id);
  };
  const again = async (browser: CheckedClient, provider: string, fields: object = {}) =>
    browser.post(`/auth/reauthenticate/${provider}`, {
      form: { csrfToken: await browser.csrfToken(), callbackUrl: '/auth/account', ...fields },
    });

  it('offers a plain OAuth provider only to a user who has no other way', async () => {
    expect(await waysOf(await rig.signedIn(await rig.user('gh')))).toEqual(['credentials', 'gh']);
    const both = await rig.signedIn(await rig.user('gh', 'idp'));
    expect(await waysOf(both)).toEqual(['credentials', 'idp']);

    expect((await again(both, 'gh')).location).toContain('error=AccessDenied');
    const only = await rig.signedIn(await rig.user('gh'));
    expect((await again(only, 'gh')).location).toContain('https://gh.example/authorize');
  });

  it('does not accept a provider that does not say when it asked', async () => {
    const user = await rig.user('idp');
    const browser = await rig.signedIn(user);
    setClock(901);
    const { location = '' } = await again(browser, 'idp');
    const silent = await rig.atProvider(browser, location, `idp-${user.id}`);

    expect(silent.location).toContain('error=');
    expect(rig.app.logs.lines.join('')).toContain('auth_time');
    const refused = await rig.post(browser, 'profile', { name: 'Eve' });
    expect(refused.location).toContain('/auth/reauthenticate');

    // The browser is at the sign-in page, where this user goes on.
    const { location: once = '' } = await browser.signIn('idp', { callbackUrl: '/' });
    await rig.atProvider(browser, once, `idp-${user.id}`);
    expect((await rig.post(browser, 'profile', { name: 'Ada' })).location).toContain('done');
  });

  it('takes a sign-in that was started in another way for an ordinary one', async () => {
    const user = await rig.user('idp');
    const browser = await rig.signedIn(user);
    setClock(901);
    await again(browser, 'idp');
    const { location = '' } = await browser.signIn('idp', { callbackUrl: '/' });
    const silent = await rig.atProvider(browser, location, `idp-${user.id}`);

    expect(silent.location).toBe(`${rig.url}/`);
    expect(heard).toEqual([]);
  });

  it('links no account of somebody else who comes back late from the provider (HT3)', async () => {
    const user = await rig.user('idp');
    const browser = await rig.signedIn(user);
    setClock(60);
    const { location = '' } = await again(browser, 'idp');
    setClock(720);
    const sub = `other-${user.id}`;
    const time = Math.floor(NOON / 1000) + 720;
    rig.idp.claims = { sub, email: `${sub}@idp.example`, auth_time: time };
    const { url } = await rig.idp.authorize(location);
    const refused = await browser.get(url.pathname + url.search);

    expect(refused.location).toContain('error=AccountNotLinked');
    const accounts = await rig.adapter.listAccountsByUserId?.(user.id);
    expect(accounts?.map((one) => one.providerAccountId)).toEqual([`idp-${user.id}`]);
    expect(await browser.session()).toMatchObject({ user: { email: user.email } });
  });

  it('leads from a form of the account page to the proof, and back', async () => {
    const user = await rig.user('idp');
    const browser = await rig.signedIn(user);
    setClock(901);
    const { location = '' } = await rig.post(browser, 'profile', { name: 'Grace' });
    const page = new URL(location);
    expect(page.searchParams.get('callbackUrl')).toBe(`${rig.url}/auth/account`);
    const { text } = await browser.get(page.pathname + page.search, PAGE);
    expect(text).toContain('Confirm it is you');

    const proven = await again(browser, 'credentials', { email: user.email, password: PASSWORD });
    expect(proven.location).toBe(`${rig.url}/auth/account`);
    expect(heard).toEqual([
      {
        user: expect.objectContaining({ id: user.id }) as object,
        account: expect.objectContaining({ provider: 'credentials', userId: user.id }) as object,
      },
    ]);
    expect((await rig.post(browser, 'profile', { name: 'Grace' })).location).toContain('done');
  });

  it('is at pages of the application if it has some', async () => {
    const pages = { account: '/me', reauthenticate: '/prove' };
    const own = await AccountWaysApp.start({ platform, config: { pages } });
    const user = await own.user('idp');
    const browser = await own.signedIn(user);
    const toOwn = await browser.get('/auth/account?error=lastWayIn', PAGE);
    expect(toOwn.location).toBe(`${own.url}/me?error=lastWayIn`);
    const refused = await own.post(browser, 'unlink', { provider: 'idp', id: 'none' });
    expect(refused.location).toBe(`${own.url}/me?error=notFound`);
    setClock(901);
    const { location = '' } = await own.post(browser, 'profile', { name: 'Grace' });
    expect(new URL(location).pathname).toBe('/prove');
    expect(new URL(location).searchParams.get('callbackUrl')).toBe(`${own.url}/me`);
    await own.close();
  });
});
