import type { NestExpressApplication } from '@nestjs/platform-express';
import { credentials, type Platform, platforms, TestApp } from '../support/test-app.js';

const start = (platform: Platform): Promise<TestApp> =>
  TestApp.start({
    platform,
    config: { providers: [credentials()], limits: {} },
    platformOptions: { trustProxy: ['127.0.0.1'] },
    configure: (app) => {
      if (platform === 'express') (app as NestExpressApplication).set('trust proxy', ['127.0.0.1']);
    },
  });

describe.each(platforms())('attempts through a proxy on %s', (platform) => {
  let app: TestApp;
  beforeEach(async () => (app = await start(platform)));
  afterEach(() => app.close());

  async function tryFrom(addresses: readonly string[]): Promise<void> {
    for (const [at, address] of addresses.entries()) {
      const client = app.client({ 'x-forwarded-for': address });
      await client.signIn('credentials', { username: `user-${at}`, password: 'wrong' });
    }
  }

  it('that all come from one network are one warning (RQ8)', async () => {
    await tryFrom(Array.from({ length: 19 }, () => '10.0.0.7'));
    expect(app.logs.warnings).not.toContain('one-client-network');

    await tryFrom(Array.from({ length: 6 }, () => '10.0.0.7'));

    expect(app.logs.warnings).toEqual(['one-client-network']);
  });

  it('of which one comes from another network are no warning (RQ8)', async () => {
    await tryFrom(['10.0.0.8', ...Array.from({ length: 25 }, () => '10.0.0.7')]);

    expect(app.logs.warnings).toEqual([]);
  });
});
