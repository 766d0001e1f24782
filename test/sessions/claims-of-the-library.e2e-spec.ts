import { decode, encode, type JWT } from '@authnest/core';
import { MemoryAdapter } from '@authnest/testing';
import { MapRegistry } from '../support/map-registry.js';
import { type CheckedClient, JANE, platforms, SECRET, TestApp } from '../support/test-app.js';

const SALT = 'authjs.session-token';
/** Claims of a sign-in, which a callback may change at that moment only. */
const SHOWN = ['name', 'email', 'picture'];

const isSession = (name: string): boolean => name.includes('session-token');

/** Returns the claims in the session cookie. */
async function claimsOf(browser: CheckedClient, secret: string): Promise<JWT> {
  const token = browser.cookies.get(SALT) ?? '';
  return (await decode({ token, secret, salt: SALT })) ?? {};
}

async function update(browser: CheckedClient, data: unknown): Promise<void> {
  const csrfToken = await browser.csrfToken();
  await browser.post('/auth/session', { json: { csrfToken, data } });
}

describe.each(platforms())('the claims that the library sets on %s', (platform) => {
  /** Starts with everything on that adds claims, and a callback that spreads what it gets. */
  const start = (tenant?: string): Promise<TestApp> =>
    TestApp.start({
      platform,
      config: {
        adapter: new MemoryAdapter(),
        session: { strategy: 'jwt', revocation: new MapRegistry(), absoluteMaxAge: 86_400 },
        ...(tenant !== undefined && { tenant }),
        // One key for all realms, as an own format may have.
        jwt: {
          encode: (params) => encode({ ...params, secret: SECRET, salt: SALT }),
          decode: (params) => decode({ ...params, secret: SECRET, salt: SALT }),
        },
        callbacks: {
          jwt: ({ token, session }) => ({ ...token, ...(session as object | undefined) }),
        },
      },
    });

  it('are not set by the browser, each of them (ID10)', async () => {
    const app = await start('customers');
    const browser = app.client();
    await browser.signIn('credentials', JANE);
    const before = await claimsOf(browser, SECRET);
    const names = Object.keys(before).filter((name) => !SHOWN.includes(name));

    expect(names).toEqual(expect.arrayContaining(['sub', 'sid', 'authnest_realm', 'auth_time']));
    const wanted = Object.fromEntries(
      names.map((name) => [name, typeof before[name] === 'number' ? 1 : 'staff/']),
    );
    await update(browser, { ...wanted, unproven: false, colour: 'blue' });

    const after = await claimsOf(browser, SECRET);
    expect(after['colour']).toBe('blue');
    for (const name of ['sub', 'sid', 'authnest_realm', 'auth_time']) {
      expect([name, after[name]]).toEqual([name, before[name]]);
    }
    expect(after['unproven']).toBeUndefined();
    await app.close();
  });

  it('do not make a session of a realm out of one without a realm (ID10)', async () => {
    const app = await start();
    const staff = await start('staff');
    const browser = app.client();
    await browser.signIn('credentials', JANE);

    await update(browser, { authnest_realm: '/staff' });

    const honest = staff.client();
    await honest.signIn('credentials', JANE);
    const [name = ''] = [...honest.cookies].map(([one]) => one).filter(isSession);
    const [value = ''] = [...browser.cookies]
      .filter(([one]) => isSession(one))
      .map(([, one]) => one);
    const other = staff.client();
    other.cookies.set(name, value);
    expect(value).not.toBe('');
    expect(await other.session()).toBeNull();
    await Promise.all([app.close(), staff.close()]);
  });
});
