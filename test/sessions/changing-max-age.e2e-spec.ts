import { type AuthConfig, type JwtParams, SessionService } from '@authnest/core';
import { aUser, MemoryAdapter } from '@authnest/testing';
import { SignOutRig } from '../logout/sign-out-rig.js';
import { setClock, startClock, stopClock } from '../support/clock.js';
import { MapRegistry } from '../support/map-registry.js';
import { expectSignedOut, MeController, SESSION } from '../support/signed-out.js';
import { type CheckedClient, credentials, JANE, platforms, TestApp } from '../support/test-app.js';

const DAY = 24 * 60 * 60;

const tokenOf = (browser: CheckedClient): string => browser.cookies.get(SESSION) ?? '';

describe.each(platforms())('while `maxAge` is being raised on %s', (platform) => {
  let registry: MapRegistry;
  const apps: TestApp[] = [];

  beforeEach(() => {
    stopClock();
    registry = new MapRegistry();
  });
  afterEach(async () => {
    startClock();
    for (const app of apps.splice(0)) await app.close();
  });

  async function start(maxAge: number, config: Partial<AuthConfig> = {}): Promise<TestApp> {
    const session = { strategy: 'jwt', maxAge, revocation: registry } as const;
    const module = { controllers: [MeController] };
    const app = await TestApp.start({ platform, module, config: { ...config, session } });
    apps.push(app);
    return app;
  }

  const sessionsAt = ({ app }: TestApp): SessionService =>
    app.get(SessionService, { strict: false });

  async function signedIn(app: TestApp): Promise<CheckedClient> {
    const browser = app.client();
    await browser.signIn('credentials', JANE);
    return browser;
  }

  it.each<[string, (old: TestApp, browser: CheckedClient) => Promise<unknown>]>([
    ['by its owner', (_, browser) => browser.signOut()],
    ['with all others', (old) => sessionsAt(old).revokeAll({ userId: 'id-of-jane' })],
    [
      'from the list',
      async (old) => {
        const {
          items: [session],
        } = await sessionsAt(old).list({ userId: 'id-of-jane' });
        await sessionsAt(old).revoke({ userId: 'id-of-jane' }, session?.id ?? '');
      },
    ],
  ])('a session that an old instance ends %s stays ended (K38)', async (_, end) => {
    const [old, next] = [await start(DAY), await start(30 * DAY)];
    const copy = tokenOf(await signedIn(next));
    const moved = old.client();
    moved.cookies.set(SESSION, copy);

    await end(old, moved);

    for (const days of [0.5, 1.5, 29]) {
      setClock(days * DAY);
      await expectSignedOut(next, { [SESSION]: copy }, 'kept');
    }
  });

  it('a token that an old instance makes stale stays stale (K41)', async () => {
    const adapter = new MemoryAdapter();
    const user = await adapter.createUser(aUser());
    const triggers: unknown[] = [];
    const jwt = ({ token, trigger }: JwtParams) => (triggers.push(trigger), token);
    const providers = [{ ...credentials(), authorize: () => user }];
    const config = { adapter, providers, callbacks: { jwt } };
    const [old, next] = [await start(DAY, config), await start(30 * DAY, config)];
    const browser = await signedIn(next);

    await sessionsAt(old).refresh({ userId: user.id });

    setClock(2 * DAY);
    await browser.session();
    expect(triggers).toEqual(['signIn', 'update']);
  });

  it('a session that its provider ends stays ended, if `jwt.maxAge` is raised last (J41)', async () => {
    const raised = { strategy: 'jwt', maxAge: 30 * DAY } as const;
    const rig = await SignOutRig.start(platform, {
      provider: { logout: false, backchannelLogout: true },
      config: { session: raised },
    });
    const old = await rig.another({ session: raised, jwt: { maxAge: DAY } });
    apps.push(old);
    const browser = await rig.signedIn();
    const notice = { logout_token: await rig.server.signLogoutToken({ sid: 'sid-1' }) };

    const path = '/auth/backchannel-logout/idp';
    expect((await old.client().post(path, { form: notice })).status).toBe(200);

    for (const days of [0, 1.5, 29]) {
      setClock(days * DAY);
      const cookie = `${SESSION}=${tokenOf(browser)}`;
      expect((await rig.app.client().get('/auth/session', { cookie })).text).toBe('null');
    }
    await rig.close();
  });
});
