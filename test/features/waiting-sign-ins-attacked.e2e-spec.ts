import { randomUUID } from 'node:crypto';
import { type AdapterUser, type AuthConfig, type AuthFeature, Email, OIDC } from '@authnest/core';
import {
  type Action,
  type ActionContext,
  POST,
  redirectTo,
  SignInService,
  type VerifiedIdentity,
} from '@authnest/core/feature';
import { type CookieClient, FakeOAuthServer, MemoryAdapter } from '@authnest/testing';
import { Injectable } from '@nestjs/common';
import { MapRegistry } from '../support/map-registry.js';
import { PASSWORD, type Platform, platforms, SECRET, TestApp } from '../support/test-app.js';

/** For whom the step was run: ids, or null for somebody new. */
const asked: (string | null)[] = [];
/** Addresses of users who have to answer. */
const waits = new Set<string>();
/** Happens while the step runs. */
let meanwhile: (() => Promise<unknown>) | undefined;

@Injectable()
class AskForCode {
  async run(_: ActionContext, __: VerifiedIdentity, user: AdapterUser | null) {
    asked.push(user?.id ?? null);
    const one = meanwhile;
    meanwhile = undefined;
    await one?.();
    return user && waits.has(user.email) ? redirectTo('/code') : undefined;
  }
}

@Injectable()
class TakeCode implements Action {
  constructor(private readonly signIn: SignInService) {}
  run = (ctx: ActionContext) => this.signIn.resume(ctx, 'code');
}

const code: AuthFeature = {
  name: 'code',
  providers: [AskForCode],
  slots: { identified: AskForCode },
  routes: [{ ...POST, path: 'code', name: 'code', run: TakeCode, summary: '', responses: {} }],
};
const extras = { features: [code] };
const strategies = ['jwt', 'database'] as const;
const ways = platforms().flatMap((platform) =>
  strategies.map((strategy) => ({ platform, strategy })),
);

describe.each(ways)('a sign-in with a step, on $platform with $strategy sessions', (way) => {
  const adapter = new MemoryAdapter();
  const apps: TestApp[] = [];
  let mailed = '';
  let idp: FakeOAuthServer;
  let email: string;

  beforeAll(async () => {
    idp = await FakeOAuthServer.start({ issuer: 'https://idp.example' });
  });
  beforeEach(() => {
    email = `${randomUUID()}@x.example`;
    asked.length = 0;
  });
  afterEach(async () => {
    for (const app of apps.splice(0)) await app.close();
  });
  afterAll(() => idp.close());

  const configOf = (changes: Partial<AuthConfig> = {}): AuthConfig => ({
    secret: SECRET,
    trustHost: true,
    limits: false,
    adapter,
    fetch: idp.fetch,
    session: { strategy: way.strategy },
    providers: [
      Email({
        from: 'auth@app.example',
        sendVerificationRequest: ({ url }) => void (mailed = url),
      }),
      OIDC({ id: 'idp', name: 'IdP', ...idp.client }),
    ],
    ...changes,
  });
  const byPassword: AuthConfig['providers'] = [
    {
      id: 'credentials',
      name: 'Password',
      type: 'credentials',
      usersOfAdapter: true,
      credentials: { email: {}, password: { type: 'password' } },
      authorize: async ({ email: address, password }: Record<string, string>) =>
        password === PASSWORD ? adapter.getUserByEmail(address ?? '') : null,
    },
  ];

  async function start(options: Partial<Parameters<typeof TestApp.start>[0]> = {}) {
    const platform = way.platform as Platform;
    const app = await TestApp.start({ platform, input: configOf(), extras, ...options });
    apps.push(app);
    return app;
  }
  async function aUser(emailVerified: Date | null = new Date()): Promise<string> {
    return (await adapter.createUser({ id: randomUUID(), email, emailVerified })).id;
  }
  const isSignedIn = async (browser: CookieClient) =>
    (await browser.get('/auth/session')).json() !== null;

  it('runs it for whoever gets the address while it runs for somebody new (BT19)', async () => {
    const browser = (await start()).client();
    await browser.signIn('email', { email, callbackUrl: '/welcome' });
    waits.add(email);
    let id = '';
    meanwhile = async () => (id = await aUser(null));
    const { pathname, search } = new URL(mailed);
    const { location } = await browser.get(pathname + search);

    expect(asked).toEqual([null, id]);
    expect(location).toBe('/code');
    expect((await adapter.getUser(id))?.emailVerified).toBeNull();
    expect(await isSignedIn(browser)).toBe(false);
  });

  it('does not run it for a stranger who only typed the address (BT20)', async () => {
    const stranger = await aUser(null);
    const account = { provider: 'idp', providerAccountId: randomUUID(), type: 'oidc' } as const;
    await adapter.linkAccount({ ...account, userId: stranger, emailVerified: false });
    waits.add(email);
    idp.claims = { sub: randomUUID(), email, email_verified: true };
    const session = { strategy: way.strategy, revocation: new MapRegistry() };
    const input = way.strategy === 'jwt' ? configOf({ session }) : configOf();
    const browser = (await start({ input })).client();
    const { location = '' } = await browser.signIn('idp', { callbackUrl: '/welcome' });
    const { url } = await idp.authorize(location);
    const answer = await browser.get(url.pathname + url.search);

    expect(asked).toEqual([null]);
    expect(new URL(answer.location ?? '', 'http://any.example').pathname).toBe('/welcome');
    expect((await adapter.getUserByEmail(email))?.id).not.toBe(stranger);
    expect(await isSignedIn(browser)).toBe(true);
  });

  it('does not run it for the owner of an address with which a stranger is refused (HT2)', async () => {
    const app = await start();
    await aUser();
    waits.add(email);
    const owner = app.client();
    await byLink(owner);
    asked.length = 0;
    const stranger = async (): Promise<string> => {
      idp.claims = { sub: randomUUID(), email, email_verified: false };
      const browser = app.client();
      const { location = '' } = await browser.signIn('idp', { callbackUrl: '/welcome' });
      const { url } = await idp.authorize(location);
      return (await browser.get(url.pathname + url.search)).location ?? '';
    };

    expect(await stranger()).toContain('error=OAuthAccountNotLinked');
    for (let time = 1; time <= 20; time += 1) await stranger();

    expect(asked).toEqual([]);
    expect((await agree(owner)).pathname).toBe('/welcome');
    expect(await isSignedIn(owner)).toBe(true);
  });

  it('needs a store that says when all sessions of somebody ended (BT21)', async () => {
    const forgetful = new MemoryAdapter({ columns: ['sessions.createdAt'] });

    await expect(start({ input: configOf({ adapter: forgetful }) })).rejects.toThrow(
      'feature `code`: needs an adapter with `users.accessEndedAt`',
    );
  });

  it('waits with a cookie that no other host can plant (BT22)', async () => {
    const input = configOf({ useSecureCookies: true, providers: byPassword });
    const browser = (await start({ input })).client({ 'x-forwarded-proto': 'https' });
    await aUser();
    waits.add(email);
    await browser.signIn('credentials', { email, password: PASSWORD });
    const names = [...browser.cookies.keys()].filter((name) => name.endsWith('challenge-sign-in'));
    const own = browser.cookies.get('__Host-authjs.challenge-sign-in') ?? '';
    browser.cookies.delete('__Host-authjs.challenge-sign-in');
    browser.cookies.set('__Secure-authjs.challenge-sign-in', own);
    const csrfToken = await browser.csrfToken();
    const { location } = await browser.post('/auth/code', { form: { csrfToken } });

    expect(names).toEqual(['__Host-authjs.challenge-sign-in']);
    expect(location).toContain('error=SessionRequired');
    expect(await isSignedIn(browser)).toBe(false);
  });

  it('goes on after a sign-in at another tenant of the host (BT23)', async () => {
    const input = ({ headers }: { headers: Readonly<Record<string, unknown>> }) =>
      configOf({ secret: `${SECRET}-${headers['x-tenant']}`, providers: byPassword });
    const app = await start({ input });
    const [one, other] = ['one', 'other'].map((tenant) => app.client({ 'x-tenant': tenant }));
    if (!one || !other) throw new Error('there are two');
    await aUser();
    waits.add(email);
    await one.signIn('credentials', { email, password: PASSWORD, callbackUrl: '/welcome' });
    waits.delete(email);
    for (const [name, value] of one.cookies) other.cookies.set(name, value);
    await other.signIn('credentials', { email, password: PASSWORD });
    expect(await isSignedIn(other)).toBe(true);
    const pending = other.cookies.get('authjs.challenge-sign-in');

    expect(pending).toBe(one.cookies.get('authjs.challenge-sign-in'));
    const csrfToken = await one.csrfToken();
    const { location = '' } = await one.post('/auth/code', { form: { csrfToken } });
    expect(new URL(location, 'http://any.example').pathname).toBe('/welcome');
  });

  const agree = async (browser: CookieClient) => {
    const { location = '' } = await browser.post('/auth/code', {
      form: { csrfToken: await browser.csrfToken() },
    });
    return new URL(location, 'http://any.example');
  };

  async function byLink(browser: CookieClient): Promise<void> {
    await browser.signIn('email', { email, callbackUrl: '/welcome' });
    const { pathname, search } = new URL(mailed);
    await browser.get(pathname + search);
  }

  it('goes on for the owner of an address that somebody had only typed (CT1)', async () => {
    const browser = (await start()).client();
    await aUser(null);
    waits.add(email);
    await byLink(browser);

    expect((await agree(browser)).pathname).toBe('/welcome');
    expect(await isSignedIn(browser)).toBe(true);
  });

  it('goes on if a listener ends all access once the address is proven (CT1)', async () => {
    const events: AuthConfig['events'] = {
      updateUser: ({ user: { id = '' } }) =>
        void adapter.endAccess({ userId: id, at: new Date(Date.now() + 1) }),
    };
    const browser = (await start({ input: configOf({ events }) })).client();
    await aUser(null);
    waits.add(email);
    await byLink(browser);

    expect((await agree(browser)).pathname).toBe('/welcome');
    expect(await isSignedIn(browser)).toBe(true);
  });

  it('goes on after an end of all access by a clock ahead, before it began (CT1)', async () => {
    const input = configOf({ providers: byPassword });
    const browser = (await start({ input })).client();
    const userId = await aUser();
    await adapter.endAccess({ userId, at: new Date(Date.now() + 30_000) });
    waits.add(email);
    await browser.signIn('credentials', { email, password: PASSWORD, callbackUrl: '/welcome' });

    expect((await agree(browser)).pathname).toBe('/welcome');
    expect(await isSignedIn(browser)).toBe(true);
  });

  it('is refused before anything is proven, if only a registry has the end (CT1)', async () => {
    if (way.strategy !== 'jwt') return;
    const registry = new MapRegistry();
    const forgetful = new MemoryAdapter({ columns: [] });
    const input = configOf({
      adapter: forgetful,
      session: { strategy: 'jwt', revocation: registry },
    });
    const browser = (await start({ input })).client();
    const { id } = await forgetful.createUser({ id: randomUUID(), email, emailVerified: null });
    waits.add(email);
    await byLink(browser);
    const expires = new Date(Date.now() + 60_000);
    await registry.revokeUser({ userId: id, before: new Date(), expires });

    expect((await agree(browser)).searchParams.get('error')).toBe('AccessDenied');
    expect((await forgetful.getUser(id))?.emailVerified).toBeNull();
    expect(await isSignedIn(browser)).toBe(false);
  });

  it('does not ask a stranger about somebody of a list of the application (CT6)', async () => {
    const stranger = await aUser(null);
    const account = { provider: 'idp', providerAccountId: randomUUID(), type: 'oidc' } as const;
    await adapter.linkAccount({ ...account, userId: stranger, emailVerified: false });
    waits.add(email);
    const providers: AuthConfig['providers'] = [
      {
        id: 'credentials',
        name: 'Password',
        type: 'credentials',
        credentials: { email: {}, password: { type: 'password' } },
        authorize: () => ({ id: randomUUID(), email, emailVerified: true }),
      },
    ];
    const browser = (await start({ input: configOf({ providers }) })).client();
    await browser.signIn('credentials', { email, password: PASSWORD });

    expect(asked).toEqual([null]);
    expect(await isSignedIn(browser)).toBe(true);
  });

  it('is judged by what is stored about the user when it goes on (CT2)', async () => {
    const seen: unknown[] = [];
    const callbacks: AuthConfig['callbacks'] = {
      signIn: ({ user }) => {
        seen.push(user.name);
        return user.name !== 'banned';
      },
      jwt: ({ token, user }) => {
        if (user) seen.push(user.name, token.name);
        return token;
      },
    };
    const input = configOf({ providers: byPassword, callbacks });
    const app = await start({ input });
    waits.add(email);
    const id = await aUser();
    for (const [name, path] of [
      ['today', '/welcome'],
      ['banned', '/auth/error'],
    ]) {
      const browser = app.client();
      await adapter.updateUser({ id, name: 'former' });
      await browser.signIn('credentials', { email, password: PASSWORD, callbackUrl: '/welcome' });
      await adapter.updateUser({ id, name });
      seen.length = 0;

      expect((await agree(browser)).pathname).toBe(path);
      expect(new Set(seen)).toEqual(new Set([name]));
    }
  });
});
