import { decode, encode, type JWT } from '@authnest/core';
import { never, PATIENCE } from '../support/patience.js';
import { MeController } from '../support/signed-out.js';
import { JANE, platforms, TestApp } from '../support/test-app.js';

describe.each(platforms())('a jwt.decode of the application on %s', (platform) => {
  const failing: { fault?: () => JWT | null | Promise<JWT | null> } = {};
  let app: TestApp;

  beforeAll(async () => {
    app = await TestApp.start({
      platform,
      config: {
        timeout: PATIENCE,
        jwt: { encode, decode: (params) => failing.fault?.() ?? decode(params) },
      },
      module: { controllers: [MeController] },
    });
  });
  beforeEach(() => (failing.fault = undefined));
  afterAll(() => app.close());

  it('that does not respond signs nobody out (RQ11)', async () => {
    const browser = app.client();
    await browser.signIn('credentials', JANE);
    const before = [...browser.cookies];
    failing.fault = () => never() as Promise<JWT | null>;

    const responses = [await browser.get('/auth/session'), await browser.get('/me')];

    expect(responses.map(({ status }) => status)).toEqual([503, 503]);
    expect([...browser.cookies]).toEqual(before);
    failing.fault = undefined;
    expect((await browser.get('/me')).status).toBe(200);
  });

  it('that refuses a token signs its browser out', async () => {
    const browser = app.client();
    await browser.signIn('credentials', JANE);
    failing.fault = () => {
      throw new Error('the token is invalid');
    };

    expect(await browser.session()).toBeNull();
    expect((await browser.get('/me')).status).toBe(401);
  });
});
