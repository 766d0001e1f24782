import { Controller, Post, type RawBodyRequest, Req } from '@nestjs/common';
import type { CheckedClient } from '../support/test-app.js';
import { JANE, platforms, TestApp, type TestAppOptions } from '../support/test-app.js';
import { expectWholeJob, OrdersController } from '../support/whole-job.js';

@Controller('webhook')
class WebhookController {
  @Post() receive(@Req() request: RawBodyRequest<object>): { bytes: number | undefined } {
    return { bytes: request.rawBody?.length };
  }
}

const FRONT_END = 'https://front.example';

describe.each(platforms())('options of the host on %s', (platform) => {
  let app: TestApp;

  afterEach(() => app.close());

  const start = async (options: Partial<TestAppOptions>): Promise<TestApp> =>
    (app = await TestApp.start({
      platform,
      module: { controllers: [OrdersController, WebhookController] },
      ...options,
    }));

  it('rawBody is available to the application, and forms and JSON still sign in', async () => {
    await start({ appOptions: { rawBody: true } });
    const browser = app.client();

    await expectWholeJob(app);
    expect((await browser.post('/webhook', { json: { a: 1 } })).json()).toEqual({ bytes: 7 });
    const csrfToken = await browser.csrfToken();
    await browser.post('/auth/callback/credentials', { json: { ...JANE, csrfToken } });
    expect(await browser.session()).not.toBeNull();
  });

  describe('enableCsrfProtection()', () => {
    const post = async (browser: CheckedClient): Promise<number> => {
      const form = { csrfToken: await browser.csrfToken(), ...JANE };
      return (await browser.post('/auth/callback/credentials', { form })).status;
    };

    beforeEach(() => start({ configure: (nest) => nest.enableCsrfProtection() }));

    it('accepts sign-in and sign-out from a browser and from a script', async () => {
      await expectWholeJob(app);
      await expectWholeJob(app, {
        headers: { origin: app.url, 'sec-fetch-site': 'same-origin' },
      });
    });

    it('refuses a post from another site before it reaches the endpoints', async () => {
      const form = { ...JANE };
      const response = await fetch(`${app.url}/auth/callback/credentials`, {
        method: 'POST',
        headers: { origin: FRONT_END },
        body: new URLSearchParams(form),
      });

      expect(response.status).toBe(403);
      expect(await post(app.client())).toBe(302);
    });
  });

  describe('CORS with credentials', () => {
    const cors = { origin: [FRONT_END], credentials: true };
    const fromFrontEnd = { origin: FRONT_END, 'sec-fetch-site': 'cross-site' };

    it('allows a trusted origin to use all endpoints and read the responses', async () => {
      await start({
        configure: (nest) => nest.enableCors(cors),
        config: { trustedOrigins: [FRONT_END] },
      });

      await expectWholeJob(app, { headers: fromFrontEnd });
      const { headers } = await app.client(fromFrontEnd).get('/auth/session');
      expect(headers).toMatchObject({
        'access-control-allow-origin': FRONT_END,
        'access-control-allow-credentials': 'true',
        vary: 'Origin, Cookie',
      });
    });

    it('responds to the preflight request for an endpoint', async () => {
      await start({ configure: (nest) => nest.enableCors(cors) });
      const response = await fetch(`${app.url}/auth/callback/credentials`, {
        method: 'OPTIONS',
        headers: { origin: FRONT_END, 'access-control-request-method': 'POST' },
      });

      expect(response.status).toBe(204);
      expect(response.headers.get('access-control-allow-origin')).toBe(FRONT_END);
    });

    it('does not allow a post by itself: the origin must also be trusted', async () => {
      await start({ configure: (nest) => nest.enableCors(cors) });
      const browser = app.client(fromFrontEnd);

      expect((await browser.signIn('credentials', JANE)).status).toBe(403);
      expect(await browser.session()).toBeNull();
    });
  });
});
