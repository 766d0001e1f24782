import { CookieClient } from '@authnest/testing';
import { EdgeProxy, type Kind, NGINX } from '../support/edge-proxy.js';
import { describeWith } from '../support/services.js';
import { MeController } from '../support/signed-out.js';
import { JANE, platforms, TestApp } from '../support/test-app.js';

/** The longest that is remembered when a form sends it. */
const LONG = `/search?q=${'x'.repeat(3700)}`;

/** As docs/deployment.md advises for large stateless sessions; it leaves requests at their 8 kB. */
const WIDER: Kind = {
  ...NGINX,
  configuration: (ports, folder) =>
    NGINX.configuration(ports, folder).replace(
      'server {',
      'proxy_buffer_size 16k; proxy_buffers 8 16k; server {',
    ),
};

describe.each(platforms())('the target of a link on %s', (platform) => {
  let app: TestApp;

  beforeAll(async () => {
    const claims = 'x'.repeat(3200);
    app = await TestApp.start({
      platform,
      config: { callbacks: { jwt: ({ token }) => ({ ...token, claims }) } },
      module: { controllers: [MeController] },
    });
  });
  afterAll(() => app.close());

  const remembered = (browser: CookieClient): string =>
    decodeURIComponent(browser.cookies.get('authjs.callback-url') ?? '');

  it('is remembered until the sign-in, also if it is long', async () => {
    const browser = app.client();

    await browser.get(`/auth/signin?callbackUrl=${LONG}`);

    expect(remembered(browser)).toBe(app.url + LONG);
    expect((await browser.signIn('credentials', JANE)).location).toBe(app.url + LONG);
  });

  it.each([LONG, `/search?q=${'='.repeat(1200)}`])(
    'is not remembered beside a large session, unless it is short, since any site can lead to it (D14)',
    async (target) => {
      const browser = app.client();
      await browser.signIn('credentials', JANE);
      await browser.get('/auth/signin?callbackUrl=/short');
      expect(remembered(browser)).toBe(`${app.url}/short`);

      await browser.get(`/auth/signin?callbackUrl=${encodeURIComponent(target)}`);

      expect(remembered(browser)).toBe(app.url);
    },
  );

  it('is used if a form sends it, and forgotten afterwards if the session is large (D14)', async () => {
    const browser = app.client();
    await browser.signIn('credentials', JANE);

    const { location } = await browser.signIn('credentials', { ...JANE, callbackUrl: LONG });

    expect(location).toBe(app.url + LONG);
    expect(remembered(browser)).toBe(app.url);
  });

  describeWith(NGINX.service, 'behind nginx', () => {
    it.each([
      ['before', true],
      ['after', false],
    ])('leaves room for a session in two parts, %s the sign-in (HT9)', async (_, isBefore) => {
      const nginx = await EdgeProxy.before(app.url, WIDER);
      try {
        const browser = new CookieClient(nginx.url);
        const follow = () => browser.get(`/auth/signin?callbackUrl=${LONG}`);
        if (isBefore) await follow();
        await browser.signIn('credentials', JANE);

        if (!isBefore) await follow();

        expect((await browser.get('/me')).status).toBe(200);
        expect((await browser.get('/auth/signout')).status).toBe(200);
      } finally {
        await nginx.close();
      }
    });
  });
});
