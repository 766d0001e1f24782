import { UserAccountService } from '@authnest/core';
import { AccountWaysApp } from '../support/account-ways-app.js';
import { setClock, startClock, stopClock } from '../support/clock.js';
import { type CheckedClient, platforms } from '../support/test-app.js';
import { AccountController } from './account.controller.js';

const cases = platforms().flatMap((platform) =>
  (['database', 'jwt'] as const).map((strategy) => ({ platform, strategy })),
);

describe.each(cases)('UserAccountService on $platform, $strategy', ({ platform, strategy }) => {
  let rig: AccountWaysApp;

  beforeAll(async () => {
    stopClock();
    rig = await AccountWaysApp.start({
      platform,
      strategy,
      config: { account: { page: false, profile: ['name'] } },
      module: { controllers: [AccountController] },
    });
  });
  beforeEach(() => setClock(0));
  afterAll(async () => {
    startClock();
    await rig.close();
  });

  const accounts = async (browser: CheckedClient) =>
    (await browser.get('/me/accounts')).json<{ id: string; provider: string }[]>();

  it('works without the page, whose endpoints are off', async () => {
    const user = await rig.user('idp');
    const browser = await rig.signedIn(user);
    expect((await browser.get('/auth/account')).status).toBe(404);
    expect((await browser.get('/me')).json()).toMatchObject({ user: { email: user.email } });
    expect(await rig.app.app.get(UserAccountService).find(user.id)).toMatchObject({ id: user.id });
    expect(await rig.app.app.get(UserAccountService).find('nobody')).toBeNull();
  });

  it('links, and unlinks', async () => {
    const user = await rig.user('gh');
    const browser = await rig.signedIn(user);
    const { url } = (await browser.post('/me/accounts/idp')).json<{ url: string }>();
    const { location } = await rig.atProvider(browser, url, `own-${user.id}`);
    expect(location).toBe(`${rig.url}/settings`);
    const linked = await accounts(browser);
    expect(linked.map(({ provider }) => provider)).toEqual(['gh', 'idp']);
    const path = `/me/accounts/idp/${linked[1]?.id}`;
    expect((await browser.request('DELETE', path)).status).toBe(204);
    expect(await browser.session()).not.toBeNull();
    expect((await browser.request('DELETE', path)).status).toBe(404);
    const last = `/me/accounts/gh/${linked[0]?.id}`;
    expect((await browser.request('DELETE', last)).status).toBe(409);
  });

  it('changes only the fields of `account.profile`', async () => {
    const browser = await rig.signedIn(await rig.user());
    const change = (changes: object) =>
      browser.request(
        'PATCH',
        '/me',
        { 'content-type': 'application/json' },
        JSON.stringify(changes),
      );
    expect((await change({ name: 'Grace' })).status).toBe(200);
    expect(await browser.session()).toMatchObject({ user: { name: 'Grace' } });
    expect((await change({ image: 'https://x.example/a.png' })).status).toBe(400);
    expect((await change({ name: ['a'] })).status).toBe(400);
  });

  it('refuses nobody with 401, and a session that is not fresh with 403', async () => {
    expect((await rig.app.client().get('/me')).status).toBe(401);
    expect((await rig.app.client().post('/me/accounts/idp')).status).toBe(401);
    const browser = await rig.signedIn(await rig.user('idp', 'gh'));
    const [first] = await accounts(browser);
    setClock(901);
    const refused = await browser.post('/me/accounts/idp');
    expect([refused.status, refused.json()]).toEqual([
      403,
      expect.objectContaining({
        error: 'FreshAuthRequired',
        errorCode: 'FRESH_AUTH_REQUIRED',
        url: expect.stringContaining('/auth/reauthenticate?maxAge=900') as string,
      }),
    ]);
    const path = `/me/accounts/${first?.provider}/${first?.id}`;
    expect((await browser.request('DELETE', path)).status).toBe(403);
  });

  it('refuses to link what is no OAuth provider', async () => {
    const browser = await rig.signedIn(await rig.user());
    expect((await browser.post('/me/accounts/credentials')).status).toBeGreaterThanOrEqual(400);
  });
});
