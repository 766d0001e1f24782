import { AuthError, type AuthHealth, AuthHealthIndicator } from '@authnest/core';
import { MemoryAdapter } from '@authnest/testing';
import { TerminusModule } from '@nestjs/terminus';
import { HealthController } from '../../apps/example/src/health/health.controller.js';
import { MapRegistry } from '../support/map-registry.js';
import { never } from '../support/patience.js';
import { platforms, SECRET, TestApp, type TestAppOptions } from '../support/test-app.js';
import { platformsAndStores, WatchedStore } from '../support/watched-store.js';

const module = {
  imports: [TerminusModule.forRoot({ logger: false })],
  controllers: [HealthController],
};
const UP = { status: 'up', adapter: 'up' };

describe.each(platformsAndStores())('the health check on %s with %s', (platform, kind) => {
  let store: WatchedStore;
  let app: TestApp;

  beforeAll(async () => {
    store = await WatchedStore.open(kind);
    app = await TestApp.start({ platform, config: { adapter: store.adapter }, module });
  });
  afterEach(() => store.heal());
  afterAll(async () => {
    await app.close();
    await store.close();
  });

  it('is up while the store responds', async () => {
    const response = await app.client().get('/health/ready');

    expect(response).toMatchObject({ status: 200 });
    expect(response.json()).toMatchObject({ status: 'ok', details: { auth: UP } });
  });

  it.each(['getUserByAccount', 'getSessionAndUser'] as const)(
    'is 503 while %s fails, without details of the driver error, and up again afterwards',
    async (operation) => {
      store.fail(operation);
      const known = app.logs.errors.length;

      const response = await app.client().get('/health/ready');

      expect(response.status).toBe(503);
      expect(response.json()).toMatchObject({
        status: 'error',
        error: { auth: { status: 'down', adapter: 'down' } },
      });
      expect(Object.keys(Object(response.json()).error.auth)).toEqual(['status', 'adapter']);
      expect(app.logs.errors).toHaveLength(known + 1);
      expect((await app.client().get('/health/live')).status).toBe(200);
      store.heal();
      expect((await app.client().get('/health/ready')).status).toBe(200);
    },
  );
});

describe.each(platforms())('the health check for stateless sessions on %s', (platform) => {
  let app: TestApp;
  afterEach(() => app.close());

  async function healthWith(
    options: Partial<TestAppOptions>,
    ...args: Parameters<AuthHealthIndicator['isHealthy']>
  ): Promise<AuthHealth> {
    app = await TestApp.start({ platform, ...options });
    return app.app.get(AuthHealthIndicator).isHealthy(...args);
  }

  it('is up without a store', async () => {
    expect(await healthWith({})).toEqual({ auth: { status: 'up' } });
  });

  it('checks the store of ended sessions too', async () => {
    const registry = new MapRegistry();
    const adapter = new MemoryAdapter();
    const session = { strategy: 'jwt', revocation: registry } as const;

    const before = await healthWith({ config: { adapter, session } }, 'sign-in');
    registry.isRevoked = () => {
      throw new Error('gone');
    };
    const after = await app.app.get(AuthHealthIndicator).isHealthy('sign-in');

    expect(before).toEqual({ 'sign-in': { ...UP, revocation: 'up' } });
    expect(after).toEqual({ 'sign-in': { status: 'down', adapter: 'up', revocation: 'down' } });
  });

  it('is down once a store has not responded for `timeout` seconds', async () => {
    const session = { revocation: Object.assign(new MapRegistry(), { isRevoked: never }) };

    const health = await healthWith({ config: { session } }, 'auth', { timeout: 0.01 });

    expect(health).toEqual({ auth: { status: 'down', revocation: 'down' } });
    expect(app.logs.alarms).toMatchObject([
      {
        type: 'AuthError',
        message: 'the health check reports `session.revocation` as down',
        cause: { err: { type: 'Timeout' } },
      },
    ]);
  });

  it.each([0, -1, NaN, Infinity, '2'])('refuses %p as `timeout`', async (timeout) => {
    await expect(healthWith({}, 'auth', { timeout: timeout as number })).rejects.toThrow(
      new AuthError('AuthHealthIndicator: `timeout` must be a positive number of seconds'),
    );
  });

  it('requires the request if the configuration is a function of the request', async () => {
    const input = (): { secret: string; trustHost: true; providers: [] } => ({
      secret: SECRET,
      trustHost: true,
      providers: [],
    });

    await expect(healthWith({ input })).rejects.toThrow(
      'AuthHealthIndicator: pass `{ request }`; the configuration is a function of the request',
    );
    const request = { method: 'GET', url: '/', headers: {} };
    expect(
      await app.app.get(AuthHealthIndicator).isHealthy('auth', { request: request as never }),
    ).toEqual({ auth: { status: 'up' } });
  });
});
