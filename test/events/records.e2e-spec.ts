import type { AuthConfig } from '@authnest/core';
import { MemoryAdapter } from '@authnest/testing';
import { LogCollector } from '../support/log-collector.js';
import { authorize, OidcProvider } from '../support/oidc.js';
import { credentials, JANE, OTTO, platforms, TestApp } from '../support/test-app.js';
import { OrdersController } from '../support/whole-job.js';

/** Collects the records unchanged, in addition to the lines. */
class RecordCollector extends LogCollector {
  readonly records: { message: string; metadata: unknown }[] = [];

  override debug(message: string, metadata?: unknown): void {
    super.debug(message, metadata);
    this.records.push({ message, metadata });
  }

  override info(message: string, metadata?: unknown): void {
    super.info(message, metadata);
    this.records.push({ message, metadata });
  }

  of(message: string): unknown[] {
    return this.records.filter((record) => record.message === message).map((r) => r.metadata);
  }
}

describe.each(platforms())('one log record for each event on %s (I10)', (platform) => {
  let provider: OidcProvider;
  let logger: RecordCollector;
  let app: TestApp;

  beforeAll(async () => {
    provider = await OidcProvider.start();
  });
  afterAll(() => provider.close());
  afterEach(() => app.close());

  async function start(config: Partial<AuthConfig> = {}): Promise<void> {
    logger = new RecordCollector();
    app = await TestApp.start({
      platform,
      config: { logger, ...config },
      module: { controllers: [OrdersController] },
    });
  }

  it.each([
    ['stateless', () => ({}), 'id-of-jane'],
    ['stored', () => ({ adapter: new MemoryAdapter() }), expect.any(String) as string],
  ])('sign-in and sign-out with credentials and %s sessions', async (_, config, userId) => {
    await start(config());
    const browser = app.client();
    await browser.signIn('credentials', JANE);
    await browser.signOut();

    expect(logger.of('signed in')).toEqual([
      expect.objectContaining({
        provider: 'credentials',
        type: 'credentials',
        userId,
      }) as object,
    ]);
    expect(logger.of('signed out')).toEqual([{ userId }]);
  });

  it('sign-up and linking with a provider', async () => {
    const adapter = new MemoryAdapter();
    await start({ adapter, providers: [provider.config('idp')] });
    await provider.register(app, 'idp');
    const browser = app.client();
    await browser.get(await authorize(browser, 'idp'));

    const user = await adapter.getUserByEmail('ada@example.com');
    const who = { provider: 'idp', type: 'oidc', userId: user?.id };
    expect(logger.of('account linked')).toEqual([who]);
    expect(logger.of('signed in')).toEqual([{ ...who, isNewUser: true }]);
  });

  it.each<[string, Partial<AuthConfig>, Record<string, string>, object]>([
    [
      'wrong credentials',
      {},
      { username: 'jane', password: 'wrong' },
      { reason: 'CredentialsSignin' },
    ],
    [
      'the signIn callback',
      { callbacks: { signIn: () => false } },
      OTTO,
      { reason: 'AccessDenied', userId: 'id-of-otto' },
    ],
    [
      'an error in the application',
      {
        providers: [
          {
            ...credentials(),
            authorize: () => {
              throw new Error('a bug');
            },
          },
        ],
      },
      JANE,
      { reason: 'CallbackRouteError' },
    ],
  ])('a sign-in refused because of %s, with its reason', async (_, config, fields, record) => {
    await start(config);
    await app.client().signIn('credentials', fields);

    expect(logger.of('sign-in refused')).toEqual([
      { provider: 'credentials', userId: undefined, ...record },
    ]);
    expect(logger.of('signed in')).toEqual([]);
  });

  it('a sign-in without a CSRF token, and a sign-in with an unknown provider', async () => {
    await start();
    const browser = app.client();
    await browser.post('/auth/callback/credentials', { form: JANE });
    await browser.signIn('%1b[31mcanary');

    expect(logger.of('sign-in refused')).toEqual([
      { provider: 'credentials', reason: 'MissingCSRF' },
      { reason: 'InvalidProvider' },
    ]);
    expect(logger.lines.join()).not.toContain('canary');
  });

  it('a request that the guard refuses, with the handler and the reason', async () => {
    await start();
    const browser = app.client();
    await browser.get('/orders?token=canary-of-a-query');
    await browser.get('/orders/page', { accept: 'text/html' });

    expect(logger.of('guard refused')).toEqual([
      { handler: 'OrdersController.list', reason: 'unauthenticated' },
      { handler: 'OrdersController.page', reason: 'unauthenticated' },
    ]);
    expect(logger.lines.join()).not.toContain('canary');
  });

  it('a request that the guard refuses because the session could not be read', async () => {
    await start({
      callbacks: {
        session: () => {
          throw new Error('a bug');
        },
      },
    });
    const browser = app.client();
    await browser.signIn('credentials', JANE);
    await browser.get('/orders');

    expect(logger.of('guard refused')).toEqual([
      { handler: 'OrdersController.list', reason: 'unavailable' },
    ]);
  });
});
