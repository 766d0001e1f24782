import type { AccountExport, AdapterUser } from '@authnest/core';
import { anAuthenticator, MemoryAdapter } from '@authnest/testing';
import { AccountChangesController } from '../fixtures/account-changes.controller.js';
import { AccountApp } from '../support/account-app.js';
import { setClock, startClock, stopClock } from '../support/clock.js';
import { GOOD } from '../support/password-app.js';
import { type CheckedClient, platforms } from '../support/test-app.js';

const ways = platforms().flatMap((platform) =>
  (['jwt', 'bare', 'database'] as const).map((strategy) => ({ platform, strategy })),
);

describe.each(ways)('the export of a user on $platform, $strategy', ({ platform, strategy }) => {
  const adapter = new MemoryAdapter();
  let app: AccountApp;
  let user: AdapterUser;
  let browser: CheckedClient;

  beforeAll(async () => {
    stopClock();
    const module = { controllers: [AccountChangesController] };
    app = await AccountApp.start({ platform, strategy, adapter, account: {}, module });
  });
  beforeEach(async () => {
    setClock(0);
    user = await app.user({ name: 'Ada', secretOfStaff: 'canary-column' } as never);
    const other = await app.user({ name: 'Somebody else' });
    for (const { id: userId } of [user, other]) {
      await adapter.linkAccount({
        userId,
        provider: 'idp',
        providerAccountId: userId,
        type: 'oidc',
        scope: 'openid email',
        linkedAt: new Date('2026-03-01T08:00:00Z'),
        access_token: `canary-access-${userId}`,
        refresh_token: `canary-refresh-${userId}`,
        id_token: `canary-id-${userId}`,
      });
      const key = anAuthenticator({ userId, credentialPublicKey: 'canary-key' });
      await adapter.createAuthenticator({ ...key, name: 'My phone' });
    }
    const { email } = user;
    const stranger = app.app.client();
    const csrfToken = await stranger.csrfToken();
    await stranger.post('/auth/password/forgot', { form: { csrfToken, email } });
    await stranger.get(await app.link(email, 'reset'));
    await stranger.post('/auth/password/reset', { form: { csrfToken, password: GOOD } });
    await app.signedIn(other);
    setClock(2);
    browser = await app.signedIn(user);
  });
  afterAll(async () => {
    startClock();
    await app.close();
  });

  it('has everything about the user, and no token, key, hash or other user (K51)', async () => {
    const { status, headers, text } = await app.send(browser, 'export');
    expect(status).toBe(200);
    expect(headers['content-disposition']).toBe('attachment; filename="account.json"');
    expect(headers['cache-control']).toContain('no-store');
    const data = JSON.parse(text) as AccountExport;
    const changedAt = '2026-03-10T12:00:00.500Z';
    expect(data).toEqual({
      exportedAt: '2026-03-10T12:00:02.500Z',
      user: {
        id: user.id,
        name: 'Ada',
        email: user.email,
        emailVerified: user.emailVerified?.toISOString(),
        image: null,
      },
      accounts: [
        {
          provider: 'idp',
          providerAccountId: user.id,
          type: 'oidc',
          scope: 'openid email',
          linkedAt: '2026-03-01T08:00:00.000Z',
        },
      ],
      ...(strategy !== 'bare' && { sessions: [expect.objectContaining({ current: true })] }),
      passkeys: [
        {
          name: 'My phone',
          deviceType: expect.any(String),
          backedUp: expect.any(Boolean),
          transports: expect.any(Array),
        },
      ],
      features: { password: { changedAt } },
    });
    expect(text).not.toMatch(/canary|scrypt|Somebody|sha256:/);
    for (const [, value] of browser.cookies) expect(text).not.toContain(value);
  });

  it('needs a session that is fresh, a POST, a token and our origin', async () => {
    expect((await browser.get('/auth/account/export')).status).toBe(405);
    const foreign = await browser.post('/auth/account/export', {
      form: { csrfToken: await browser.csrfToken() },
      headers: { origin: 'https://evil.example' },
    });
    expect(foreign.status).toBe(403);
    expect((await browser.post('/auth/account/export', { form: {} })).status).toBe(302);
    expect((await app.send(app.app.client(), 'export')).location).toContain('/auth/signin');
    setClock(15 * 60 + 3);
    expect((await app.send(browser, 'export')).location).toContain('/auth/reauthenticate');
    expect((await browser.post('/me/export', { json: {} })).status).toBe(403);
  });

  it('is returned to the application as a service', async () => {
    const { user: exported } = (
      await browser.post('/me/export', { json: {} })
    ).json<AccountExport>();
    expect(exported.email).toBe(user.email);
    expect((await app.app.client().post('/me/export', { json: {} })).status).toBe(401);
  });
});
