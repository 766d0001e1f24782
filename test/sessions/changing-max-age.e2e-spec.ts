import { type AuthConfig, type JwtParams, SessionService } from '@authnest/core';
import { MemoryAdapter } from '@authnest/testing';
import { setClock, startClock, stopClock } from '../support/clock.js';
import { MapRegistry } from '../support/map-registry.js';
import { expectSignedOut, MeController, SESSION } from '../support/signed-out.js';
import { type CheckedClient, JANE, platforms, TestApp } from '../support/test-app.js';

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
        const [session] = await sessionsAt(old).list({ userId: 'id-of-jane' });
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
      await expectSignedOut(next, { [SESSION]: copy });
    }
  });

  it('a token that an old instance makes stale stays stale (K41)', async () => {
    const adapter = new MemoryAdapter();
    const user = await adapter.createUser({ id: 'x', email: null as never, emailVerified: null });
    const triggers: unknown[] = [];
    const jwt = ({ token, trigger }: JwtParams) => (triggers.push(trigger), token);
    const provider = {
      id: 'credentials',
      name: 'Credentials',
      type: 'credentials' as const,
      credentials: {},
      authorize: () => user,
    };
    const config = { adapter, providers: [provider], callbacks: { jwt } };
    const [old, next] = [await start(DAY, config), await start(30 * DAY, config)];
    const browser = await signedIn(next);

    await sessionsAt(old).refresh({ userId: user.id });

    setClock(2 * DAY);
    await browser.session();
    expect(triggers).toEqual(['signIn', 'update']);
  });
});
