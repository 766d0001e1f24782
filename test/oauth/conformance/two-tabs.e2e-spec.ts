import type { FakeOAuthServer } from '@authnest/testing';
import { type CheckedClient, platforms } from '../../support/test-app.js';
import { postCallback } from '../../support/post-callback.js';
import { anIdp, checkCookies, Rig, startServer } from './rig.js';

describe.each(platforms())('two tabs at once on %s', (platform) => {
  let server: FakeOAuthServer;
  let rig: Rig;

  beforeAll(async () => {
    server = await startServer();
    const authorization = { params: { response_mode: 'form_post' } };
    const others = () => [anIdp(server, { id: 'form', authorization })];
    rig = await Rig.start({ platform, others }, server);
  });
  beforeEach(() => rig.reset());
  afterAll(async () => {
    await rig.close();
    await server.close();
  });

  /** Opens a tab and signs in at the provider. @returns a function that opens the callback */
  async function open(browser: CheckedClient, id: string, callbackUrl: string) {
    const { location = '' } = await browser.signIn(id, { callbackUrl });
    const { url, form } = await server.authorize(location);
    return () => (form ? postCallback(browser, url.pathname, { form }) : browser.get(url.href));
  }

  it.each(['idp', 'form'])(
    'both sign in and are redirected to their own targets (%s)',
    async (id) => {
      for (const order of ['first', 'last', 'together']) {
        server.claims = { sub: `ada-${id}`, email: `${id}@example.com`, email_verified: true };
        const browser = rig.client();
        const first = await open(browser, id, '/first');
        const second = await open(browser, id, '/second');

        const responses =
          order === 'together'
            ? await Promise.all([first(), second()])
            : order === 'first'
              ? [await first(), await second()]
              : [await second(), await first()].reverse();

        expect(responses.map(({ location }) => location)).toEqual([
          `${rig.app.url}/first`,
          `${rig.app.url}/second`,
        ]);
        // Of two concurrent callbacks, each sees the other's attempt: neither clears the cookies.
        if (order !== 'together') expect(checkCookies(browser)).toEqual([]);
        expect(await browser.session()).not.toBeNull();
      }
    },
  );

  it('show a refusal of the provider even if the other has signed in', async () => {
    const browser = rig.client();
    const first = await open(browser, 'idp', '/first');
    const { location = '' } = await browser.signIn('idp', { callbackUrl: '/second' });
    const state = new URL(location).searchParams.get('state') ?? '';
    await first();

    const refused = await browser.get(`/auth/callback/idp?error=access_denied&state=${state}`);

    expect(refused.location).toContain('error=OAuthCallbackError');
    expect(await browser.session()).not.toBeNull();
  });

  it('keep their own targets if the provider refuses', async () => {
    const browser = rig.client();
    const { location = '' } = await browser.signIn('idp', { callbackUrl: '/first' });
    const state = new URL(location).searchParams.get('state') ?? '';
    await open(browser, 'idp', '/second');

    const refused = await browser.get(`/auth/callback/idp?error=access_denied&state=${state}`);

    const target = new URL(refused.location ?? '').searchParams.get('callbackUrl');
    expect(target).toBe(`${rig.app.url}/first`);
  });

  it('send less than the 8 kB that servers accept as headers, even three with long targets', async () => {
    const browser = rig.client();
    for (const name of ['one', 'two', 'three']) {
      await open(browser, 'idp', `/${name}${'x'.repeat(1500)}`);
    }

    const header = [...browser.cookies].map((pair) => pair.join('=')).join('; ');

    expect(checkCookies(browser).filter((name) => /state\..+/.test(name))).toHaveLength(3);
    expect(header.length).toBeLessThan(7000);
  });

  it('the end of one leaves the cookies that an application with Auth.js reads to the other', async () => {
    const browser = rig.client();
    const first = await open(browser, 'idp', '/first');
    const second = await open(browser, 'idp', '/second');
    const shared = () => checkCookies(browser).filter((name) => !/state\..+/.test(name));
    const before = shared();

    await first();
    expect(shared()).toEqual(before);
    expect(before).not.toEqual([]);

    await second();
    expect(shared()).toEqual([]);
  });
});
