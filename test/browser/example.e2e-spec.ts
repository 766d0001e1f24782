import { describeExample } from './describe-example.js';
import { ForeignSite } from './foreign-site.js';
import { Visitor } from './visitor.js';

const BUILT_IN = [
  '/auth/signin',
  '/auth/signin?error=CredentialsSignin&code=credentials',
  '/auth/signout',
  '/auth/error?error=Configuration',
  '/auth/error?error=AccessDenied',
  '/auth/verify-request',
];

describeExample('the example in a browser', (at) => {
  let foreign: ForeignSite;

  beforeAll(async () => {
    foreign = await ForeignSite.start();
  });
  afterAll(() => foreign?.close());

  it('stays signed in after a restart, and signs out, violating no policy (E09)', async () => {
    const { page } = at.visitor;
    const signInPage = `${at.example.url}/auth/signin?callbackUrl=${encodeURIComponent(`${at.example.url}/protected`)}`;
    await page.goto('/protected');
    expect(page.url()).toBe(signInPage);

    await at.visitor.signInAtProvider('Ada Lovelace');
    expect(page.url()).toBe(`${at.example.url}/protected`);
    expect(await page.getByRole('main').innerText()).toContain('Ada Lovelace');

    await at.example.restart();
    await page.goto('/protected');
    expect(page.url()).toBe(`${at.example.url}/protected`);
    await page.goto('/');
    expect(await page.getByRole('main').innerText()).toContain('ada@example.com');

    // The provider lost its session in the restart, so it redirects back immediately.
    await at.visitor.signOut();
    expect(await page.getByRole('main').innerText()).toContain('You are signed out');
    await page.goto('/protected');
    expect(page.url()).toBe(signInPage);
    expect(at.visitor.complaints).toEqual([]);
  });

  it('signs in with a password, and signs out', async () => {
    const { page } = at.visitor;
    await page.goto('/protected');

    await at.visitor.signInWithPassword('alan@example.com', 'enigma-bombe-1940');
    await page.waitForURL(`${at.example.url}/protected`);
    expect(await page.getByRole('main').innerText()).toContain('Alan Turing');

    await at.visitor.signOut();
    await page.goto('/protected');
    await page.waitForURL(/\/auth\/signin\?/);
    expect(at.visitor.complaints).toEqual([]);
  });

  it('shows on the sign-in page that the password is wrong, and keeps the callback URL', async () => {
    const { page } = at.visitor;
    await page.goto('/protected');

    await at.visitor.signInWithPassword('alan@example.com', 'wrong');
    await page.waitForURL(/error=CredentialsSignin&code=credentials/);
    expect(await page.getByRole('alert').innerText()).toMatch(/incorrect/);

    await at.visitor.signInWithPassword('alan@example.com', 'enigma-bombe-1940');
    await page.waitForURL(`${at.example.url}/protected`);
    expect(at.visitor.complaints).toEqual([]);
  });

  it('shows users their own audit trail', async () => {
    const { page } = at.visitor;
    await page.goto('/audit');
    await at.visitor.signInAtProvider('Grace Hopper');

    expect(await page.getByRole('listitem').allInnerTexts()).toEqual([
      expect.stringMatching(/^Signed in \(Demo provider\)/),
      expect.stringMatching(/^Account linked \(Demo provider\)/),
      expect.stringMatching(/^Registered/),
    ]);
  });

  it('ends the session of another browser', async () => {
    const { page } = at.visitor;
    const other = await Visitor.arrive(at.browser, at.example);
    for (const visitor of [other, at.visitor]) {
      await visitor.page.goto('/sessions');
      await visitor.signInWithPassword('hedy@example.com', 'hopping-radio-1942');
      await visitor.page.waitForURL(`${at.example.url}/sessions`);
    }

    await page.getByRole('button', { name: 'End', exact: true }).first().click();
    await page.getByRole('button', { name: 'End', exact: true }).waitFor({ state: 'detached' });

    await other.page.goto('/sessions');
    expect(other.page.url()).toContain('/auth/signin');
    await page.goto('/audit');
    const [newest] = await page.getByRole('listitem').allInnerTexts();
    expect(newest).toMatch(/^Sessions ended/);
    await other.leave();
  });

  it('responds at the guarded API with 401, and with the user after sign-in', async () => {
    const { page } = at.visitor;
    await page.goto('/');
    expect(await statusOf(at.visitor, '/api/me')).toBe(401);

    await page.getByRole('banner').getByRole('link', { name: 'Sign in' }).click();
    await at.visitor.signInWithPassword('hedy@example.com', 'hopping-radio-1942');
    await page.waitForURL(`${at.example.url}/`);

    const response = await page.goto('/api/me');
    expect(await response?.json()).toEqual({
      name: 'Hedy Lamarr',
      email: 'hedy@example.com',
      image: null,
    });
  });

  it('leaves no code or state in URL, history or Referer, or on other sites (C10)', async () => {
    const { page } = at.visitor;
    await page.goto('/protected');
    await at.visitor.signInAtProvider('Ada Lovelace');

    const secret = /[?&](?:code|state)=/;
    const urls = at.visitor.requests.map((request) => request.url());
    expect(urls.filter((url) => url.includes('/auth/callback/demo?code='))).toHaveLength(1);
    expect(page.url()).not.toMatch(secret);
    const history = await page.evaluate<string[]>('navigation.entries().map(({ url }) => url)');
    expect(history.filter((url) => secret.test(url))).toEqual([]);
    for (const request of at.visitor.requests) {
      expect((await request.allHeaders())['referer'] ?? '').not.toMatch(secret);
      expect([at.example.url, at.example.issuer]).toContain(new URL(request.url()).origin);
    }
  });

  it('loads neither its own nor the built-in pages in a frame on another site (E08)', async () => {
    const { page } = at.visitor;
    const urls = ['/', '/protected', ...BUILT_IN].map((path) => at.example.url + path);
    const refusals = (): string[] =>
      at.visitor.complaints.filter((text) => /frame-ancestors|X-Frame-Options/.test(text));
    const allRefused = page
      .context()
      .waitForEvent('console', () => refusals().length === urls.length);

    await page.goto(foreign.framing([`${foreign.url}/own`, ...urls]));
    await allRefused;

    const opened = page.frames().map((frame) => frame.url());
    expect(opened).toContain(`${foreign.url}/own`);
    expect(opened.filter((url) => url.startsWith(at.example.url))).toEqual([]);
  });

  it.each(BUILT_IN)('serves %s with a policy that blocks injected scripts (E09)', async (path) => {
    const { page } = at.visitor;
    const policy = (await page.goto(path))?.headers()['content-security-policy'] ?? '';
    for (const directive of ["default-src 'none'", "object-src 'none'", "base-uri 'none'"]) {
      expect(policy.split('; ')).toContain(directive);
    }
    expect(policy).not.toContain('unsafe-');
    expect(at.visitor.complaints.filter((text) => /security policy/i.test(text))).toEqual([]);

    await page.evaluate(`document.body.append(Object.assign(document.createElement('script'), {
      textContent: 'document.title = "executed"',
    }))`);

    expect(await page.title()).not.toBe('executed');
    expect(at.visitor.complaints.join('\n')).toMatch(/content security policy/i);
  });
});

async function statusOf({ page }: Visitor, path: string): Promise<number | undefined> {
  return (await page.context().request.get(path)).status();
}
