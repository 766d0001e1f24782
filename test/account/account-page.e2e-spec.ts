import { type AdapterAccount, OPTIONAL_COLUMNS } from '@authnest/core';
import { MemoryAdapter } from '@authnest/testing';
import { AccountWaysApp } from '../support/account-ways-app.js';
import { platforms } from '../support/test-app.js';

const ways = platforms().flatMap((platform) =>
  (['database', 'jwt'] as const).map((strategy) => ({ platform, strategy })),
);
const PAGE = { accept: 'text/html', 'sec-fetch-mode': 'navigate' };

interface Overview {
  user: { name: string; email: string; image: string | null };
  accounts: { id: string; provider: string; linkedAt?: string; canUnlink: boolean }[];
  linkable: { id: string }[];
  sessions?: { current: boolean }[];
}

describe.each(ways)('the account page on $platform, $strategy', ({ platform, strategy }) => {
  let rig: AccountWaysApp;

  beforeAll(async () => {
    rig = await AccountWaysApp.start({ platform, strategy });
  });
  afterAll(() => rig.close());

  it('shows profile, address, ways and sessions, and is stored nowhere', async () => {
    const user = await rig.user('idp', 'gh');
    const browser = await rig.signedIn(user);
    const { status, text, headers } = await browser.get('/auth/account', PAGE);

    expect(status).toBe(200);
    expect(headers['cache-control']).toContain('no-store');
    expect(headers['content-security-policy']).toContain("default-src 'none'");
    for (const part of ['profile', 'address', 'ways', 'export']) {
      expect(text).toContain(`<h2 id="${part}">`);
    }
    expect(text.includes('<h2 id="sessions">')).toBe(strategy === 'database');
    expect(text).not.toContain('<h2 id="deletion">');
    expect(text).not.toContain('canary-access-token');
  });
  it('leads who is not signed in to the sign-in page, and back', async () => {
    const { location = '' } = await rig.app.client().get('/auth/account', PAGE);
    const to = new URL(location);

    expect(to.pathname).toBe('/auth/signin');
    expect(to.searchParams.get('callbackUrl')).toBe(`${rig.url}/auth/account`);
    const script = await rig.app.client().get('/auth/account', { accept: 'application/json' });
    expect(script.status).toBe(401);
  });

  it('shows scripts the account, without tokens and ids of providers (K51)', async () => {
    const user = await rig.user('idp');
    const account = await rig.overview<Overview>(await rig.signedIn(user));

    expect(account).toMatchObject({
      user: { name: 'Ada', email: user.email, emailVerified: true },
      profile: ['name', 'image'],
      accounts: [{ provider: 'idp', name: 'IdP' }],
      linkable: [{ id: 'gh', name: 'Git Harbour' }],
      passkeys: [],
    });
    expect(JSON.stringify(account)).not.toMatch(/canary|idp-|token|hash|secret/i);
  });

  it('shows when an account was linked, if that is stored', async () => {
    const browser = await rig.signedIn(await rig.user('gh'));
    const before = new Date().toISOString();
    const { location = '' } = await rig.post(browser, 'link', { provider: 'idp' });
    await rig.atProvider(browser, location, crypto.randomUUID());
    const after = new Date().toISOString();

    const { accounts } = await rig.overview<Overview>(browser);

    expect(accounts.map(({ provider, linkedAt }) => [provider, typeof linkedAt])).toEqual([
      ['gh', 'undefined'],
      ['idp', 'string'],
    ]);
    const { linkedAt = '' } = accounts[1] ?? {};
    expect([before, linkedAt, after].sort()[1]).toBe(linkedAt);
    const { text } = await browser.get('/auth/account', PAGE);
    expect(text.match(/Connected \w+ \d+, \d{4}/g)).toHaveLength(1);
  });

  it('is in German for a German browser', async () => {
    const browser = await rig.signedIn(await rig.user('idp'), { 'accept-language': 'de' });
    const { text } = await browser.get('/auth/account', PAGE);

    expect(text).toContain('Ihr Konto');
    expect(text).toContain('Möglichkeiten, sich anzumelden');
  });

  it('changes the profile, which the session shows at once', async () => {
    const browser = await rig.signedIn(await rig.user());
    const saved = await rig.post(browser, 'profile', { name: ' Grace ', image: '' });
    expect(saved.location).toBe(`${rig.url}/auth/account?done=profile`);
    expect(await browser.session()).toMatchObject({ user: { name: 'Grace' } });
    const { text } = await browser.get('/auth/account?done=profile', PAGE);
    expect(text).toContain('Your profile is saved.');
  });

  it.each([
    ['a name with a control character', 'name', 'a\u0000b'],
    ['a name of 201 characters', 'name', 'x'.repeat(201)],
    ['a picture at http', 'image', 'http://x.example/a.png'],
    ['a picture that is a script', 'image', 'javascript:alert(1)'],
    ['a picture with a password in its URL', 'image', 'https://a:b@x.example/'],
  ])('refuses %s, and shows why', async (_what, field, value) => {
    const browser = await rig.signedIn(await rig.user());
    const refused = await rig.post(browser, 'profile', { [field]: value }, PAGE);

    expect(refused.status).toBe(400);
    expect(refused.text).toContain('role="alert"');
    expect(await browser.session()).toMatchObject({ user: { name: 'Ada' } });
  });
});

/** A table whose column of that name is the application's own. */
class OwnColumn extends MemoryAdapter {
  constructor() {
    super({ columns: OPTIONAL_COLUMNS.filter((column) => column !== 'accounts.linkedAt') });
  }

  override async listAccountsByUserId(userId: string): Promise<AdapterAccount[]> {
    const accounts = await super.listAccountsByUserId(userId);
    return accounts.map((account) => ({ ...account, linkedAt: 'yesterday' as never }));
  }
}

describe.each(platforms())(
  'the account page of an adapter without the column on %s',
  (platform) => {
    it('does not show when an account was linked', async () => {
      const rig = await AccountWaysApp.start({ platform, adapter: new OwnColumn() });
      const browser = await rig.signedIn(await rig.user('idp', 'gh'));

      const { accounts } = await rig.overview<Overview>(browser);

      expect(accounts.filter((account) => 'linkedAt' in account)).toEqual([]);
      expect((await browser.get('/auth/account', PAGE)).status).toBe(200);
      await rig.close();
    });
  },
);
