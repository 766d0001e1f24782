import { type AuthConfig, type PlatformRequest, UnknownTenant } from '@authnest/core';
import { Logger } from '@nestjs/common';
import { LogCollector } from '../support/log-collector.js';
import { PASSWORD, platforms, SECRET, TestApp } from '../support/test-app.js';
import { OrdersController } from '../support/whole-job.js';

/** Returns a tenant with its own users, secret and form. All tenants share the cookie names. */
const tenant = (name: string): AuthConfig => ({
  secret: `${SECRET}-of-${name}`,
  trustHost: [`${name}.example`],
  logger: new LogCollector(),
  providers: [
    {
      id: 'credentials',
      name: `People of ${name}`,
      type: 'credentials',
      credentials: { username: { label: `Name at ${name}` } },
      authorize: ({ username, password }) =>
        password === PASSWORD
          ? { id: `${name}/${username}`, name: `${username} of ${name}` }
          : null,
    },
    ...(name === 'acme'
      ? [
          {
            id: 'code',
            name: 'Code',
            type: 'credentials' as const,
            credentials: {},
            authorize: () => ({ id: 'acme/code', name: 'code' }),
          },
        ]
      : []),
  ],
  callbacks: { session: ({ session }) => ({ ...session, tenant: name }) },
});

describe.each(platforms())('tenants distinguished by host on %s', (platform) => {
  const tenants = new Map(['acme', 'beta'].map((name) => [`${name}.example`, tenant(name)]));
  let app: TestApp;

  beforeAll(async () => {
    app = await TestApp.start({
      platform,
      input: ({ host }: PlatformRequest) => {
        const config = tenants.get(host);
        if (!config) throw new UnknownTenant();
        return config;
      },
      module: { controllers: [OrdersController] },
    });
  });
  afterAll(() => app.close());

  const at = (name: string) => app.client({ host: `${name}.example` });
  const form = (username: string) => ({ username, password: PASSWORD });

  it('sign in their own users, on their own origin', async () => {
    const jane = at('acme');
    const signedIn = await jane.signIn('credentials', { ...form('jane'), callbackUrl: '/home' });

    expect(signedIn.location).toBe('http://acme.example/home');
    expect(await jane.session()).toMatchObject({ user: { name: 'jane of acme' }, tenant: 'acme' });
    expect((await jane.get('/orders')).json()).toMatchObject({ user: { id: 'acme/jane' } });
  });

  it('have their own providers and forms', async () => {
    expect(Object.keys((await at('acme').get('/auth/providers')).json<object>())).toEqual([
      'credentials',
      'code',
    ]);
    expect((await at('beta').get('/auth/providers')).text).not.toContain('code');
    expect((await at('beta').get('/auth/signin')).text).toContain('Name at beta');
    const refused = await at('beta').signIn('code');
    expect(refused.location).toBe('http://beta.example/auth/error?error=Configuration');
  });

  it('accept no sessions from each other', async () => {
    const jane = at('acme');
    await jane.signIn('credentials', form('jane'));
    const guest = at('beta');
    for (const [name, value] of jane.cookies) guest.cookies.set(name, value);

    expect((await guest.get('/orders')).status).toBe(401);
    expect(await guest.session()).toBeNull();
    expect(guest.cookies.has('authjs.session-token')).toBe(false);
    expect(await jane.session()).toMatchObject({ tenant: 'acme' });
  });

  it('accept no CSRF tokens from each other', async () => {
    const acme = at('acme');
    const csrfToken = await acme.csrfToken();
    const beta = at('beta');
    for (const [name, value] of acme.cookies) beta.cookies.set(name, value);

    const refused = await beta.post('/auth/callback/credentials', {
      form: { csrfToken, ...form('jane') },
    });
    expect(refused.location).toBe('http://beta.example/auth/signin?error=MissingCSRF');
  });

  it('do not include an unknown host, which gets 404 and a warning in the log (RQ18)', async () => {
    const lines: string[] = [];
    const record = (level: string) => (line: string) => void lines.push(`${level} ${line}`);
    Logger.overrideLogger({ log: record('log'), warn: record('warn'), error: record('error') });
    const statuses: number[] = [];
    for (const path of ['/auth/session', '/auth/signin', '/orders']) {
      statuses.push((await at('gamma').get(path)).status);
    }
    Logger.overrideLogger(false);

    expect(statuses).toEqual([404, 404, 404]);
    const line = /^warn \[UnknownTenant\] the configuration function found no tenant/;
    expect(lines).toEqual(statuses.map(() => expect.stringMatching(line) as unknown));
  });

  it('stay separate when their requests arrive at the same time', async () => {
    const people = Array.from({ length: 20 }, (_, index) => ({
      name: index % 2 === 0 ? 'acme' : 'beta',
      username: `person-${index}`,
    }));

    const seen = await Promise.all(
      people.map(async ({ name, username }) => {
        const browser = at(name);
        await browser.signIn('credentials', form(username));
        const [session, orders] = await Promise.all([browser.session(), browser.get('/orders')]);
        return { session, orders: orders.json() };
      }),
    );

    expect(seen).toMatchObject(
      people.map(({ name, username }) => ({
        session: { user: { name: `${username} of ${name}` }, tenant: name },
        orders: { user: { id: `${name}/${username}` } },
      })),
    );
  });
});
