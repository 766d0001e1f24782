import { MemoryAdapter } from '@authnest/testing';
import { MapRegistry } from '../support/map-registry.js';
import { SESSION } from '../support/signed-out.js';
import { JANE, OTTO, platforms, TestApp } from '../support/test-app.js';

const strategies = ['jwt', 'database'] as const;
const matrix = platforms().flatMap((platform) =>
  strategies.map((strategy) => [platform, strategy] as const),
);

describe.each(matrix)('session cookies under one name on %s, %s', (platform, strategy) => {
  let app: TestApp;
  beforeAll(async () => {
    const revocation = strategy === 'jwt' ? { revocation: new MapRegistry() } : {};
    const config = { adapter: new MemoryAdapter(), session: { strategy, ...revocation } };
    app = await TestApp.start({ platform, config });
  });
  afterAll(() => app.close());

  async function signedIn(who: typeof JANE | typeof OTTO): Promise<string> {
    const browser = app.client();
    await browser.signIn('credentials', who);
    return browser.cookies.get(SESSION) ?? '';
  }

  /** Posts a form with several session cookies. */
  async function post(path: string, values: readonly string[], form = {}, name = SESSION) {
    const browser = app.client();
    const csrfToken = await browser.csrfToken();
    const own = [...browser.cookies].map(([key, value]) => `${key}=${value}`);
    const cookie = [...own, ...values.map((value) => `${name}=${value}`)].join('; ');
    return browser.post(path, { form: { csrfToken, ...form }, headers: { cookie } });
  }

  const read = async (value: string) =>
    (await app.client().get('/auth/session', { cookie: `${SESSION}=${value}` })).text;

  it.each([
    ['of one person', JANE],
    ['of two persons', OTTO],
  ])('end together at a sign-out: two sessions %s (RP3, RP4)', async (_, other) => {
    const both = [await signedIn(other), await signedIn(JANE)];

    await post('/auth/signout', both);

    expect(await Promise.all(both.map(read))).toEqual(['null', 'null']);
  });

  it('end together at a sign-in (RP3)', async () => {
    const both = [await signedIn(JANE), await signedIn(JANE)];

    await post('/auth/callback/credentials', both, OTTO);

    expect(await Promise.all(both.map(read))).toEqual(['null', 'null']);
  });

  it('end at a sign-out if others were planted, too many to be read (RP4)', async () => {
    const own = await signedIn(JANE);

    await post('/auth/signout', ['x', 'y', 'z', own]);

    expect(await read(own)).toBe('null');
  });

  it('end at a sign-out if parts were planted twice (RP4)', async () => {
    const own = await signedIn(JANE);

    await post('/auth/signout', [`${own}; ${SESSION}.0=x; ${SESSION}.0=y`]);

    expect(await read(own)).toBe('null');
  });
});
