import { randomBytes } from 'node:crypto';
import type { AuthConfig } from '@authnest/core';
import { MemoryAdapter } from '@authnest/testing';
import { setClock, startClock, stopClock } from '../support/clock.js';
import { MapRegistry } from '../support/map-registry.js';
import { MeController, SESSION } from '../support/signed-out.js';
import { JANE, platforms, SECRET, TestApp } from '../support/test-app.js';

const OTHER_SECRET = 'canary-secret-other-81c5e0f27ab34d6c9e51';
const MINUTE = 60;

describe.each(platforms())('two instances with different configurations on %s', (platform) => {
  const apps: TestApp[] = [];

  beforeEach(() => stopClock());
  afterEach(async () => {
    startClock();
    for (const app of apps.splice(0)) {
      expect(app.logs.lines.join('\n')).not.toContain(OTHER_SECRET);
      await app.close();
    }
  });

  async function start(config: Partial<AuthConfig> = {}): Promise<TestApp> {
    const app = await TestApp.start({ platform, config, module: { controllers: [MeController] } });
    apps.push(app);
    return app;
  }

  /** Signs in at one instance. @returns a client for another, with the same cookies */
  async function move(from: TestApp, to: TestApp, atSignIn = 0) {
    const browser = from.client();
    setClock(atSignIn);
    await browser.signIn('credentials', JANE);
    const moved = to.client();
    for (const [name, value] of browser.cookies) moved.cookies.set(name, value);
    return moved;
  }

  it('are reported once, without the secrets, if their secrets differ (D25)', async () => {
    const [here, there] = [await start({ secret: OTHER_SECRET }), await start({ secret: SECRET })];

    for (let time = 0; time < 3; time += 1) {
      expect((await (await move(here, there)).get('/me')).status).toBe(401);
    }

    expect(there.logs.warnings).toEqual(['unknown-secret']);
    expect(here.logs.warnings).toEqual([]);
  });

  it('are reported through the CSRF cookie if secrets differ and sessions are stored (D25)', async () => {
    const config = { adapter: new MemoryAdapter(), session: { strategy: 'database' } } as const;
    const here = await start({ ...config, secret: OTHER_SECRET });
    const there = await start({ ...config, secret: SECRET });
    const moved = await move(here, there);
    expect((await moved.get('/me')).status).toBe(200);
    expect(there.logs.warnings).toEqual([]);

    await moved.get('/auth/csrf');

    expect(there.logs.warnings).toEqual(['unknown-secret']);
  });

  it('are reported only once for a hundred forged cookies (D25)', async () => {
    const app = await start();
    const kid = () => randomBytes(64).toString('base64url');
    const header = () => JSON.stringify({ alg: 'dir', enc: 'A256CBC-HS512', kid: kid() });
    const madeUp = () => `${Buffer.from(header()).toString('base64url')}..AAAA.AAAA.AAAA`;

    for (let time = 0; time < 100; time += 1) {
      expect((await app.client().get('/me', { cookie: `${SESSION}=${madeUp()}` })).status).toBe(
        401,
      );
    }

    expect(app.logs.warnings).toEqual(['unknown-secret']);
  });

  it('are not reported for cookies in another format, or if one is for a tenant (D25)', async () => {
    const app = await start();
    const tenant = await start({ tenant: 'acme', secret: OTHER_SECRET });
    for (const value of ['x', 'not.a..token', 'eyJhbGciOiJub25lIn0.e30.', `${'a'.repeat(174)}.`]) {
      await app.client().get('/me', { cookie: `${SESSION}=${value}` });
    }
    await (await move(app, tenant)).get('/me');

    expect(app.logs.warnings).toEqual([]);
    expect(tenant.logs.warnings).toEqual([]);
  });

  it.each([
    ['stateless', {}, 401],
    ['stored', { adapter: new MemoryAdapter(), session: { strategy: 'database' as const } }, 200],
  ])(
    'are reported through %s sessions if their clocks are five minutes apart (D25)',
    async (_kind, config, status) => {
      const [ahead, behind] = [await start(config), await start(config)];

      const moved = await move(ahead, behind, 5 * MINUTE);
      setClock(0);

      expect((await moved.get('/me')).status).toBe(status);
      await moved.get('/me');
      expect(behind.logs.warnings).toEqual(['clock-behind']);
    },
  );

  it('are reported if only one has a registry of stateless sessions (D25)', async () => {
    const revocation = new MapRegistry();
    const [withIt, without] = [await start({ session: { revocation } }), await start()];
    await (await move(withIt, withIt, 2)).get('/me');
    expect(withIt.logs.warnings).toEqual([]);

    const moved = await move(without, withIt, 2);

    expect((await moved.get('/me')).status).toBe(200);
    expect(withIt.logs.warnings).toEqual(['unnamed-session']);
  });
});
