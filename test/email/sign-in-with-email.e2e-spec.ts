import { Email } from '@authnest/core';
import { MemoryAdapter } from '@authnest/testing';
import { currentAdapter } from '../support/current-adapter.js';
import { MailApp } from '../support/mail-app.js';
import { type CheckedClient, platforms } from '../support/test-app.js';

const ADDRESS = 'vera@x.example';

describe.each(platforms())('sign-in by an emailed link, on %s', (platform) => {
  let started: MailApp[] = [];
  /** Serves all tests that need no configuration of their own. */
  let shared: MailApp;
  let store: MemoryAdapter;

  beforeAll(async () => {
    store = new MemoryAdapter();
    shared = await MailApp.start({ platform, adapter: currentAdapter(() => store) });
  });
  afterAll(() => shared.close());
  beforeEach(() => {
    store = new MemoryAdapter();
    shared.mailbox.mails.length = 0;
  });

  async function start(options?: Partial<Parameters<typeof MailApp.start>[0]>) {
    if (!options) return shared;
    const app = await MailApp.start({ platform, ...options });
    started.push(app);
    return app;
  }

  afterEach(async () => {
    const apps = started;
    started = [];
    for (const app of apps) await app.close();
  });

  it('mails a link that signs in the browser that requested it', async () => {
    const mail = await start();
    const browser = mail.client();

    const link = await mail.linkFor(' Vera@X.example ', browser);
    const response = await browser.get(link);

    expect(response.status).toBe(302);
    expect(response.location).toBe(`${mail.app.url}/home`);
    expect(await browser.session()).toEqual({
      user: { email: ADDRESS },
      expires: expect.any(String) as unknown,
    });
  });

  it('the next page asks the user to check their inbox', async () => {
    const mail = await start();
    const browser = mail.client();

    const { location = '' } = await browser.signIn('email', { email: ADDRESS });

    expect((await browser.get(location)).text).toContain('Check your inbox');
  });

  it('the mail is sent only to the address, names the site and states how long the link is valid', async () => {
    const mail = await start({ email: { from: 'Shop <hello@shop.example>' } });

    const link = await mail.linkFor(ADDRESS);

    const { host } = new URL(mail.app.url);
    expect(mail.mailbox.mails).toEqual([
      { from: 'hello@shop.example', to: [ADDRESS], raw: expect.any(Buffer) as unknown },
    ]);
    const { subject, from, text = '', html = '' } = await mail.mailbox.read();
    expect(subject).toBe(`Sign in to ${host}`);
    expect(from).toMatchObject({ name: 'Shop', address: 'hello@shop.example' });
    expect(text).toContain('within 10 minutes');
    expect(text).toContain(`${mail.app.url}${link}`);
    expect(html).toContain(`href="${mail.app.url}${link.replaceAll('&', '&amp;')}"`);
    const words = text.replaceAll(link, '') + html.replaceAll(/href="[^"]*"/g, '');
    expect(words).not.toContain('vera');
  });

  it('the default sender is no-reply@localhost if the host is an IP address', async () => {
    const mail = await start();

    await mail.linkFor(ADDRESS);

    expect(mail.mailbox.mails[0]?.from).toBe('no-reply@localhost');
  });

  it('mails a link whose parameters are in a fixed order', async () => {
    const mail = await start();

    const link = new URL(await mail.linkFor(ADDRESS), mail.app.url);

    expect(link.pathname).toBe('/auth/callback/email');
    expect([...link.searchParams]).toEqual([
      ['callbackUrl', `${mail.app.url}/home`],
      ['token', expect.stringMatching(/^[0-9a-f]{64}$/)],
      ['email', ADDRESS],
    ]);
  });

  it('requires confirmation in any other browser, and shows the masked address (F06, F07)', async () => {
    const mail = await start();
    const link = await mail.linkFor(ADDRESS);
    const other = mail.client();

    const first = await other.get(link);
    const page = await other.get(first.location ?? '');

    expect(first.status).toBe(302);
    expect(first.location).toBe(`${mail.app.url}/auth/callback/email`);
    expect(page.status).toBe(200);
    expect(page.text).toContain('Continue as v•••@x.example?');
    expect(page.text).not.toContain(ADDRESS);
    expect(page.text).not.toContain(new URL(link, mail.app.url).searchParams.get('token'));
    expect(await other.session()).toBeNull();
  });

  it('the button on the confirmation page signs in (F07)', async () => {
    const mail = await start();
    const link = await mail.linkFor(ADDRESS);
    const other = mail.client();

    const response = await mail.confirm(other, link);

    expect(response.location).toBe(`${mail.app.url}/home`);
    expect(await other.session()).toMatchObject({ user: { email: ADDRESS } });
  });

  it.each([
    ['HEAD', {}],
    ['GET', { 'sec-purpose': 'prefetch' }],
    ['GET', { 'sec-purpose': 'prefetch;prerender' }],
    ['GET', { purpose: 'prefetch' }],
    ['GET', { 'x-moz': 'prefetch' }],
    ['GET', { range: 'bytes=0-' }],
  ])(
    '%s with the headers %j does not use up the link, even in the browser that requested it (F06, HO6)',
    async (method, headers) => {
      const mail = await start();
      const browser = mail.client();
      const link = await mail.linkFor(ADDRESS, browser);

      await browser.request(method, link, headers);

      expect(await browser.session()).toBeNull();
      expect((await browser.get(link)).location).toBe(`${mail.app.url}/home`);
      expect(await browser.session()).toMatchObject({ user: { email: ADDRESS } });
    },
  );

  it('a scanner without cookies does not use up the link (F06)', async () => {
    const mail = await start();
    const browser = mail.client();
    const link = await mail.linkFor(ADDRESS, browser);

    await mail.client().request('HEAD', link);
    const responses = [await mail.client().get(link), await mail.client().get(link)];

    expect(responses.map(({ location }) => location)).toEqual(
      responses.map(() => `${mail.app.url}/auth/callback/email`),
    );
    await browser.get(link);
    expect(await browser.session()).toMatchObject({ user: { email: ADDRESS } });
  });

  it("`confirm: 'never'` signs in immediately in any browser", async () => {
    const mail = await start({ email: { confirm: 'never' } });
    const link = await mail.linkFor(ADDRESS);
    const other = mail.client();

    await other.get(link);

    expect(await other.session()).toMatchObject({ user: { email: ADDRESS } });
  });

  it("`confirm: 'always'` requires confirmation even in the browser that requested the link", async () => {
    const mail = await start({ email: { confirm: 'always' } });
    const browser = mail.client();
    const link = await mail.linkFor(ADDRESS, browser);

    await browser.get(link);

    expect(await browser.session()).toBeNull();
    await mail.confirm(browser, link);
    expect(await browser.session()).toMatchObject({ user: { email: ADDRESS } });
  });

  it('the button does not confirm a link that another tab has opened since', async () => {
    const mail = await start();
    const links = [await mail.linkFor('anna@x.example'), await mail.linkFor('otto@x.example')];
    const other = mail.client();
    const first = await other.get(links[0] ?? '');
    const page = await other.get(first.location ?? '');
    const form = hiddenFields(page.text);
    await other.get(links[1] ?? '');

    const response = await other.post(first.location ?? '', { form });

    expect(response.location).toContain('error=Verification');
    expect(await other.session()).toBeNull();
  });

  it('a link that awaits confirmation for one provider is not accepted by another (A28)', async () => {
    const urls: string[] = [];
    const sendVerificationRequest = ({ url }: { url: string }) => urls.push(url);
    const providers = ['email', 'other'].map((id) => Email({ id, sendVerificationRequest }));
    const mail = await start({ config: { providers } });
    await mail.client().signIn('email', { email: ADDRESS });
    const { pathname, search } = new URL(urls[0] ?? '');
    const browser = mail.client();
    await browser.get(pathname + search);

    const page = await browser.get('/auth/callback/other');

    expect(page.location).toBe(`${mail.app.url}/auth/error?error=Verification`);
    expect((await browser.get(pathname)).text).toContain('Continue as v•••@x.example?');
  });

  it('deletes the cookies for a link once it has been tried, whether it signs in or not (F07)', async () => {
    const mail = await start();
    const [browser, other] = [mail.client(), mail.client()];
    const link = await mail.linkFor(ADDRESS, browser);
    const before = linkCookies(browser);

    await browser.get(link);
    const { location: page = '' } = await other.get(link);
    const kept = linkCookies(other);
    const form = hiddenFields((await other.get(page)).text);
    const again = await other.post(page, { form });

    expect(before).toEqual(['authjs.state.mail-asked']);
    expect(await browser.session()).toMatchObject({ user: { email: ADDRESS } });
    expect(linkCookies(browser)).toEqual([]);
    expect(kept).toEqual(['authjs.state.mail-link']);
    expect(again.location).toContain('error=Verification');
    expect(linkCookies(other)).toEqual([]);
  });

  it('requires confirmation for the first of four links that a browser has requested (F07)', async () => {
    const mail = await start();
    const browser = mail.client();
    const links: string[] = [];
    for (let at = 0; at < 4; at += 1) links.push(await mail.linkFor(ADDRESS, browser));

    const [first, second] = [await browser.get(links[0] ?? ''), await browser.get(links[1] ?? '')];

    expect(first.location).toBe(`${mail.app.url}/auth/callback/email`);
    expect(second.location).toBe(`${mail.app.url}/home`);
  });

  it('a custom page may post the values from the link itself, with the CSRF token', async () => {
    const mail = await start();
    const link = new URL(await mail.linkFor(ADDRESS), mail.app.url);
    const other = mail.client();
    const csrfToken = await other.csrfToken();
    const { token = '', email = '' } = Object.fromEntries(link.searchParams);

    await other.post(link.pathname, { form: { csrfToken, token, email } });

    expect(await other.session()).toMatchObject({ user: { email: ADDRESS } });
  });

  it('a POST with a wrong CSRF token signs nobody in and leaves the link valid (E05)', async () => {
    const mail = await start();
    const link = await mail.linkFor(ADDRESS);
    const other = mail.client();

    const response = await other.post(link, { form: { csrfToken: 'x'.repeat(64) } });

    expect(response.location).toBe(`${mail.app.url}/auth/signin?error=MissingCSRF`);
    await mail.confirm(other, link);
    expect(await other.session()).toMatchObject({ user: { email: ADDRESS } });
  });

  it('a page on another origin can neither request a mail nor confirm a link (E05)', async () => {
    const mail = await start();
    const browser = mail.client();
    const link = await mail.linkFor(ADDRESS);
    const foreign = { origin: 'https://evil.test' };

    const asked = await browser.signIn('email', { email: ADDRESS }, foreign);
    const form = { csrfToken: await browser.csrfToken() };
    const pressed = await browser.post(link, { form, headers: foreign });

    expect([asked.status, pressed.status]).toEqual([403, 403]);
    expect(mail.mailbox.mails).toHaveLength(1);
    expect(await browser.session()).toBeNull();
  });

  it('passes the same arguments to callbacks and events as Auth.js does', async () => {
    const reported: [string, unknown][] = [];
    const owners: (string | undefined)[][] = [];
    const note = (name: string) => (message: unknown) => {
      reported.push([name, message]);
    };
    const mail = await start({
      config: {
        callbacks: {
          signIn: (params) => {
            reported.push(['callback', params]);
            owners.push([params.user.id, params.account?.userId]);
            return true;
          },
        },
        events: {
          createUser: note('createUser'),
          updateUser: note('updateUser'),
          linkAccount: note('linkAccount'),
          signIn: note('signIn'),
        },
      },
    });
    const browser = mail.client();

    await browser.get(await mail.linkFor(ADDRESS, browser));
    const first = reported.splice(0);
    await browser.get(await mail.linkFor(ADDRESS, browser));

    const id = expect.any(String) as unknown;
    const account = { provider: 'email', type: 'email', providerAccountId: ADDRESS };
    const provisional = { id, email: ADDRESS, emailVerified: null };
    const stored = { id, email: ADDRESS, emailVerified: expect.any(Date) as unknown };
    const owned = { ...account, userId: id };
    expect(first).toMatchObject([
      ['callback', { user: provisional, account: owned, email: { verificationRequest: true } }],
      ['callback', { user: provisional, account: owned }],
      ['createUser', { user: stored }],
      ['linkAccount', { user: stored, account: owned, profile: { email: ADDRESS } }],
      ['signIn', { user: stored, account: owned, isNewUser: true }],
    ]);
    expect(first[1]?.[1]).not.toHaveProperty('email');
    for (const [user, owner] of owners) expect(owner).toBe(user);
    expect(reported).toMatchObject([
      ['callback', { user: stored, account: owned, email: { verificationRequest: true } }],
      ['callback', { user: stored, account: owned }],
      ['signIn', { user: stored, account: owned, isNewUser: false }],
    ]);
  });

  it('works with stateless sessions, with the trigger `signUp` for a new user', async () => {
    const triggers: unknown[] = [];
    const mail = await start({
      config: {
        session: { strategy: 'jwt' },
        callbacks: {
          jwt: ({ token, trigger, isNewUser, account }) => {
            if (trigger) triggers.push([trigger, isNewUser, account?.type]);
            return token;
          },
        },
      },
    });
    const browser = mail.client();

    await browser.get(await mail.linkFor(ADDRESS, browser));
    expect(await browser.session()).toMatchObject({ user: { email: ADDRESS } });
    await browser.get(await mail.linkFor(ADDRESS, browser));

    expect(triggers).toEqual([
      ['signUp', true, 'email'],
      ['signIn', false, 'email'],
    ]);
  });

  it('redirects a new user to `pages.newUser`, and a returning one to the requested URL', async () => {
    const mail = await start({ config: { pages: { newUser: '/welcome' } } });
    const browser = mail.client();

    const first = await browser.get(await mail.linkFor(ADDRESS, browser));
    const second = await browser.get(await mail.linkFor(ADDRESS, browser));

    const home = `${mail.app.url}/home`;
    expect(first.location).toBe(`${mail.app.url}/welcome?callbackUrl=${encodeURIComponent(home)}`);
    expect(second.location).toBe(home);
  });

  it('redirects with AccessDenied and sends no mail if the signIn callback returns false', async () => {
    const mail = await start({ config: { callbacks: { signIn: () => false } } });

    const response = await mail.client().signIn('email', { email: ADDRESS });

    expect(response.location).toBe(`${mail.app.url}/auth/error?error=AccessDenied`);
    expect(mail.mailbox.mails).toEqual([]);
  });

  it('redirects and sends no mail if the signIn callback returns a URL', async () => {
    const mail = await start({ config: { callbacks: { signIn: () => '/closed' } } });

    const response = await mail.client().signIn('email', { email: ADDRESS });

    expect(response.location).toBe(`${mail.app.url}/closed`);
    expect(mail.mailbox.mails).toEqual([]);
  });

  it('responds in JSON if the request has the header X-Auth-Return-Redirect', async () => {
    const mail = await start();
    const browser = mail.client({ 'x-auth-return-redirect': '1' });

    const response = await browser.signIn('email', { email: ADDRESS });

    expect(response.status).toBe(200);
    expect(response.json()).toEqual({
      url: `${mail.app.url}/auth/verify-request?provider=email&type=email`,
    });
  });

  it('is listed, and its form is prefilled with the address from the query', async () => {
    const mail = await start();
    const browser = mail.client();

    const { email } = (await browser.get('/auth/providers')).json<Record<string, unknown>>();
    const page = await browser.get('/auth/signin?email=vera%40x.example%22%3E&csrfToken=evil');

    expect(email).toMatchObject({ id: 'email', name: 'Email', type: 'email' });
    expect(page.text).toContain('id="input-email-for-email-provider"');
    expect(page.text).toContain('value="vera@x.example&quot;>"');
    expect(page.text).not.toContain('evil');
  });

  it('needs only the adapter operations for users and verification tokens', async () => {
    const memory = new MemoryAdapter();
    const adapter = {
      createUser: memory.createUser.bind(memory),
      getUser: memory.getUser.bind(memory),
      getUserByEmail: memory.getUserByEmail.bind(memory),
      updateUser: memory.updateUser.bind(memory),
      createVerificationToken: memory.createVerificationToken.bind(memory),
      useVerificationToken: memory.useVerificationToken.bind(memory),
    };
    const mail = await start({ adapter, config: { session: { strategy: 'jwt' } } });
    const browser = mail.client();

    await browser.get(await mail.linkFor(ADDRESS, browser));

    expect(await browser.session()).toMatchObject({ user: { email: ADDRESS } });
  });
});

/** Returns the names of the cookies that a browser has stored for emailed links. */
function linkCookies(browser: CheckedClient): string[] {
  return [...browser.cookies.keys()].filter((name) => name.includes('.mail-'));
}

function hiddenFields(html: string): Record<string, string> {
  const fields = [...html.matchAll(/<input type="hidden" name="(\w+)" value="(\w+)"/g)];
  return Object.fromEntries(fields.map(([, name = '', value = '']) => [name, value]));
}
