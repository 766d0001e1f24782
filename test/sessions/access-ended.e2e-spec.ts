import {
  type AuthConfig,
  Credentials,
  SessionIssuerService,
  type SessionRecord,
  SessionService,
} from '@authnest/core';
import { MemoryAdapter } from '@authnest/testing';
import { setClock, startClock, stopClock } from '../support/clock.js';
import { MapRegistry } from '../support/map-registry.js';
import { type CheckedClient, platforms, TestApp } from '../support/test-app.js';

const ADDRESS = 'victim@x.example';
const HOUR = 3600;
const DAY = 24 * HOUR;

/** A registry that says whether a session ended, but not when, as the first version of the port. */
class SilentRegistry extends MapRegistry {
  override isRevoked(...facts: Parameters<MapRegistry['isRevoked']>): boolean | 'stale' {
    const answer = super.isRevoked(...facts);
    return answer instanceof Date ? true : answer;
  }
}

describe.each(platforms())('what ended while a request was in progress, on %s', (platform) => {
  let app: TestApp;
  let adapter: MemoryAdapter;
  let registry: MapRegistry;
  let password: string;
  /** Runs after the password was found right. */
  let meanwhile: (() => unknown) | undefined;
  let checks: number;

  const provider = () =>
    Credentials({
      credentials: { password: { type: 'password' } },
      usersOfAdapter: true,
      authorize: async ({ password: typed }) => {
        checks += 1;
        if (typed !== password) return null;
        const run = meanwhile;
        meanwhile = undefined;
        await run?.();
        return { id: 'victim', email: ADDRESS };
      },
    });

  async function start(session: AuthConfig['session']): Promise<void> {
    app = await TestApp.start({ platform, config: { adapter, session, providers: [provider()] } });
  }

  beforeEach(async () => {
    stopClock();
    adapter = new MemoryAdapter();
    registry = new MapRegistry();
    password = 'old';
    meanwhile = undefined;
    checks = 0;
    await adapter.createUser({ id: 'victim', email: ADDRESS, emailVerified: null });
  });
  afterEach(async () => {
    startClock();
    await app.close();
  });

  const sessions = () => app.app.get(SessionService, { strict: false });
  const endAll = () => sessions().revokeAll({ userId: 'victim' });
  const isSignedIn = async (browser: CheckedClient) => (await browser.session()) !== null;

  async function signedIn(): Promise<CheckedClient> {
    const browser = app.client();
    await browser.signIn('credentials', { password: 'old' });
    return browser;
  }

  describe.each([
    ['that says when sessions ended', () => new MapRegistry()],
    ['that says only whether they ended', () => new SilentRegistry()],
  ])('with a registry %s', (_, make) => {
    beforeEach(async () => {
      registry = make();
      await start({ strategy: 'jwt', revocation: registry });
    });

    it('refuses a password that was changed before all sessions ended (ID8)', async () => {
      meanwhile = async () => {
        password = 'new';
        await endAll();
      };

      expect(await isSignedIn(await signedIn())).toBe(false);
      setClock(2 * 60);
      expect(registry.list('victim')).toEqual([]);
    });

    it.each([-59, 0, 59])(
      'accepts one that is still right, by a clock that is %d s ahead (ID8)',
      async (seconds) => {
        meanwhile = async () => {
          setClock(-seconds);
          await endAll();
          setClock(0);
        };

        const browser = await signedIn();

        expect([checks, await isSignedIn(browser)]).toEqual([seconds > 0 ? 1 : 2, true]);
        setClock(2 * 60);
        await endAll();
        expect(await isSignedIn(browser)).toBe(false);
      },
    );

    it('issues a session for a test in the millisecond of the end', async () => {
      await endAll();

      const { cookies } = await app.app.get(SessionIssuerService, { strict: false }).issue({
        user: { id: 'victim', email: ADDRESS, emailVerified: null },
        url: new URL(app.url),
      });

      expect(cookies).toMatchObject([{ value: expect.any(String) }]);
      expect(registry.list('victim')).toHaveLength(1);
    });

    it('signs 100 people in who come in the millisecond of the end', async () => {
      await endAll();

      const browsers = await Promise.all(Array.from({ length: 100 }, () => signedIn()));

      expect(await Promise.all(browsers.map(isSignedIn))).not.toContain(false);
    });
  });

  it('lets no copy of a session go on by ending the others beside the end of all (ID9)', async () => {
    await start({ strategy: 'jwt', revocation: registry });
    const thief = await signedIn();
    const json = { csrfToken: await thief.csrfToken() };
    const list = registry.list.bind(registry);
    const slow: { list(userId: string): SessionRecord[] | Promise<SessionRecord[]> } = registry;
    slow.list = async (userId) => {
      slow.list = list;
      const found = list(userId);
      await endAll();
      return found;
    };

    const response = await thief.post('/auth/sessions/revoke-others', { json });

    expect(response.status).toBe(401);
    expect(await isSignedIn(thief)).toBe(false);
  });

  it('leaves no session of both, however they meet (ID9)', async () => {
    await start({ strategy: 'jwt', revocation: registry });
    for (let round = 0; round < 20; round += 1) {
      setClock(round);
      const thief = await signedIn();
      const json = { csrfToken: await thief.csrfToken() };
      await Promise.all([thief.post('/auth/sessions/revoke-others', { json }), endAll()]);
      await endAll();
      expect(await isSignedIn(thief)).toBe(false);
    }
  });

  describe.each([0, 60])('without a registry, with `updateAge: %d`', (updateAge) => {
    beforeEach(() => start({ strategy: 'jwt', updateAge }));

    it('ends a session by password that began before the address was proven (ID1)', async () => {
      const attacker = await signedIn();
      expect(await isSignedIn(attacker)).toBe(true);

      await adapter.proveUser({ id: 'victim', email: ADDRESS, emailVerified: new Date() });
      setClock(61);

      expect(await isSignedIn(attacker)).toBe(false);
    });

    it('keeps a session by password that began after the address was proven', async () => {
      await adapter.proveUser({ id: 'victim', email: ADDRESS, emailVerified: new Date() });
      const owner = await signedIn();

      setClock(61);

      expect(await isSignedIn(owner)).toBe(true);
    });
  });

  it('ends a session of before an address that was given and then proven (ID2)', async () => {
    await start({ strategy: 'jwt', revocation: registry });
    await adapter.updateUser({ id: 'victim', emailVerified: new Date() });
    const attacker = await signedIn();
    await adapter.updateUser({ id: 'victim', email: 'other@x.example', emailVerified: null });
    setClock(1);
    await sessions().refresh({ userId: 'victim' });
    expect(await isSignedIn(attacker)).toBe(true);

    await adapter.updateUser({ id: 'victim', emailVerified: new Date() });
    setClock(DAY + HOUR);

    expect(await isSignedIn(attacker)).toBe(false);
  });
});
