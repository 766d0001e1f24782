import { createHash, randomUUID } from 'node:crypto';
import {
  type AuthConfig,
  AuthModule,
  Credentials,
  Email,
  encode,
  type JWT,
  OIDC,
  type PlatformRequest,
  type PlatformResponse,
  SessionGuard,
  SessionService,
  type SessionList,
} from '@authnest/core';
import { FakeOAuthServer, MemoryAdapter } from '@authnest/testing';
import { Body, Controller, Get, Inject, Post, Req, Res, UseGuards } from '@nestjs/common';
import { setClock, startClock, stopClock } from '../support/clock.js';
import { MapRegistry } from '../support/map-registry.js';
import { SESSION } from '../support/signed-out.js';
import { type CheckedClient, platforms, SECRET, TestApp } from '../support/test-app.js';

const DAY = 24 * 3600;

@Controller()
class PasswordController {
  constructor(@Inject(SessionService) private readonly service: SessionService) {}

  @Post('password')
  async change(
    @Body() { id }: { id: string },
    @Req() request: PlatformRequest,
    @Res({ passthrough: true }) response: PlatformResponse,
  ): Promise<{ changed: true }> {
    await this.service.endAccess(id, { request, response });
    return { changed: true };
  }

  @Get('guarded')
  @UseGuards(SessionGuard)
  guarded(): string {
    return 'yes';
  }
}

describe.each(platforms())('the end of all access, odd cases, on %s', (platform) => {
  let app: TestApp;
  let store: MemoryAdapter;
  let sessions: SessionService;
  /** Runs once, after a password was found right. */
  let meanwhile: ((request: Request) => unknown) | undefined;
  let mailed = '';
  const passwords = new Map<string, string>();

  const byPassword = (usersOfAdapter = true) =>
    Credentials({
      credentials: { id: {}, password: {} },
      usersOfAdapter,
      authorize: async ({ id = '', password }, request) => {
        if (passwords.get(id) !== password) return null;
        const run = meanwhile;
        meanwhile = undefined;
        await run?.(request);
        return { id };
      },
    });
  const byMail = Email({
    server: 'smtp://127.0.0.1:1',
    sendVerificationRequest: ({ url }) => {
      const { pathname, search } = new URL(url);
      mailed = pathname + search;
    },
  });

  beforeEach(() => {
    meanwhile = undefined;
    store = new MemoryAdapter();
  });
  afterEach(async () => {
    startClock();
    await app.close();
  });

  async function start(config: Partial<AuthConfig>): Promise<void> {
    const module = { controllers: [PasswordController] };
    const all = { adapter: store, providers: [byPassword(), byMail], ...config };
    app = await TestApp.start({ platform, module, config: all });
    sessions = app.app.get(SessionService, { strict: false });
    stopClock();
  }
  async function newUser(emailVerified: Date | null = new Date()): Promise<string> {
    const email = `${randomUUID()}@x.example`;
    const { id } = await store.createUser({ id: randomUUID(), email, emailVerified });
    passwords.set(id, 'old');
    return id;
  }
  async function signedIn(id: string): Promise<CheckedClient> {
    const browser = app.client();
    await browser.signIn('credentials', { id, password: 'old' });
    return browser;
  }
  /** A browser with a token that another Auth.js application issued. */
  async function fromSibling(token: JWT): Promise<CheckedClient> {
    const browser = app.client();
    browser.cookies.set(SESSION, await encode({ token, secret: SECRET, salt: SESSION }));
    return browser;
  }
  const isSignedIn = async (browser: CheckedClient) => (await browser.session()) !== null;
  const change = (browser: CheckedClient, id: string) =>
    browser.post('/password', { json: { id } });

  it('ends a stateless session for HEAD too, once it is due', async () => {
    await start({ session: { strategy: 'jwt' } });
    const id = await newUser();
    const thief = await signedIn(id);
    setClock(60);
    await sessions.endAccess(id);
    setClock(2 * DAY);

    expect((await thief.request('HEAD', '/guarded')).status).toBe(401);
  });

  it('reports the first proof of an address even if the registry then fails', async () => {
    const registry = new MapRegistry();
    const proven: unknown[] = [];
    const events = { updateUser: ({ user }: { user: unknown }) => void proven.push(user) };
    await start({ session: { strategy: 'jwt', revocation: registry }, events });
    const id = await newUser(null);
    const browser = app.client();
    await browser.signIn('email', { email: (await store.getUser(id))?.email ?? '' });
    registry.revokeUser = () => {
      throw new Error('down for a second');
    };

    await browser.get(mailed);

    expect(proven).toMatchObject([{ id }]);
    expect(app.logs.lines.join('\n')).toContain('end only at their renewal');
  });

  it.each([
    ['without a registry', () => undefined],
    ['in a registry', () => new MapRegistry()],
  ])('lets no stateless session that is over end the one that went on, %s', async (_, make) => {
    const revocation = make();
    await start({ session: { strategy: 'jwt', ...(revocation && { revocation }) } });
    const id = await newUser();
    const owner = await signedIn(id);
    setClock(10);
    const again = app.client();
    for (const [name, value] of owner.cookies) again.cookies.set(name, value);

    const answers = [await change(owner, id), await change(again, id)];

    expect(answers.map(({ status }) => status)).toEqual([201, 401]);
    setClock(2 * DAY);
    expect(await isSignedIn(owner)).toBe(true);
  });

  it('ends the other sessions of a user whom the adapter does not have', async () => {
    const registry = new MapRegistry();
    await start({
      session: { strategy: 'jwt', revocation: registry },
      providers: [byPassword(false)],
    });
    const [owner, thief] = [await fromSibling({ sub: 'x' }), await fromSibling({ sub: 'x' })];
    setClock(10);

    const json = { csrfToken: await owner.csrfToken() };
    const { status } = await owner.post('/auth/sessions/revoke-others', { json });

    expect(status).toBe(200);
    expect([await isSignedIn(owner), await isSignedIn(thief)]).toEqual([true, false]);
  });

  describe('a token of an Auth.js application beside it', () => {
    it('keeps its first start, though it is renewed while access ends', async () => {
      let slow: (() => Promise<void>) | undefined;
      const jwt = async ({ token }: { token: JWT }) => {
        const run = slow;
        slow = undefined;
        await run?.();
        return token;
      };
      await start({ session: { strategy: 'jwt' }, callbacks: { jwt } });
      const id = await newUser();
      setClock(-2 * DAY);
      const thief = await fromSibling({ sub: id });
      setClock(0);
      slow = async () => {
        setClock(1);
        await sessions.endAccess(id);
        setClock(2.5);
      };
      await thief.session();

      setClock(1.1 * DAY);
      expect(await isSignedIn(thief)).toBe(false);
    });

    it('keeps its first start and its id in a registry', async () => {
      const registry = new MapRegistry();
      await start({ session: { strategy: 'jwt', revocation: registry } });
      const id = await newUser();
      setClock(-2 * DAY);
      const thief = await fromSibling({ sub: id });
      const copy = app.client();
      for (const [name, value] of thief.cookies) copy.cookies.set(name, value);
      setClock(55);
      expect(await isSignedIn(thief)).toBe(true);
      const {
        items: [listed],
      } = await sessions.list({ userId: id });
      await sessions.revoke({ userId: id }, listed?.id ?? '');
      expect([await isSignedIn(thief), await isSignedIn(copy)]).toEqual([false, false]);

      const other = await fromSibling({ sub: id });
      expect(await isSignedIn(other)).toBe(true);
      setClock(56);
      await sessions.revokeAll({ userId: id });
      expect(await isSignedIn(other)).toBe(false);
    });

    it.each([1.9e12, 1e300])('begins no later because of `auth_time: %d`', async (auth_time) => {
      const session = { strategy: 'jwt', revocation: new MapRegistry() } as const;
      await start({ session });
      const id = await newUser();
      const thief = await fromSibling({ sub: id, auth_time });
      setClock(100);

      await sessions.revokeAll({ userId: id });

      expect(await isSignedIn(thief)).toBe(false);
    });

    it('is not known by a `sid` that is not ours', async () => {
      const registry = new MapRegistry();
      await start({ session: { strategy: 'jwt', revocation: registry } });
      const browser = await fromSibling({ sub: await newUser(), sid: 'user:victim' });

      await browser.signOut();

      expect([...registry.entries.keys()]).toEqual([expect.stringMatching(/^[\w-]{36}$/)]);
    });
  });

  it('gives up a sign-in whose user changes each time', async () => {
    let calls = 0;
    let id = '';
    store.addToUser = async () => {
      calls += 1;
      if (calls === 2) await store.endAccess({ userId: id, at: new Date(Date.now() + 10) });
      return false;
    };
    await start({ session: { strategy: 'database' } });
    id = await newUser(null);

    await signedIn(id);

    expect(calls).toBeLessThan(10);
  });

  it('refuses to end access if the sessions have no start to compare', async () => {
    store = new MemoryAdapter({ columns: ['users.accessEndedAt'] });
    await start({ session: { strategy: 'database' } });

    await expect(sessions.endAccess(await newUser())).rejects.toThrow('nothing can store');
  });

  it.each([
    ['endAccess', () => sessions.endAccess('7')],
    ['revokeAll', () => sessions.revokeAll({ userId: '7' })],
  ])('refuses %s for an id that may be of an own user, if nothing can end it', async (_, end) => {
    await start({ session: { strategy: 'jwt' }, providers: [byPassword(false)] });
    await store.createUser({ id: '7', email: 'seven@x.example', emailVerified: null });

    await expect(end()).rejects.toThrow('may be one of your own users');
  });

  it('refuses to revoke all where nothing can end sessions', async () => {
    store = new MemoryAdapter({ columns: [] });
    await start({ session: { strategy: 'jwt' } });

    await expect(sessions.revokeAll({ userId: 'x' })).rejects.toThrow('cannot be listed or ended');
  });

  it('refuses an unknown user, a copy of the request, and a missing response', async () => {
    await start({ session: { strategy: 'jwt' } });
    await expect(sessions.endAccess('nobody')).rejects.toThrow('no such user');
    await expect(sessions.endAccess('')).rejects.toThrow('`userId` must be a string');
    const id = await newUser();
    let refusal: unknown;
    meanwhile = async (request) => {
      refusal = await sessions.endAccess(id, { request: request.clone() }).catch((one) => one);
    };
    await signedIn(id);
    expect(refusal).toMatchObject({ message: expect.stringContaining('not a copy of it') });
  });

  it('is not lowered by an update with a user who was read before', async () => {
    await start({ session: { strategy: 'jwt' } });
    const id = await newUser();
    const before = await store.getUser(id);
    await sessions.endAccess(id);
    const { accessEndedAt } = (await store.getUser(id)) ?? {};

    await store.updateUser({ ...before, id, accessEndedAt: null });

    expect(accessEndedAt).toBeInstanceOf(Date);
    expect((await store.getUser(id))?.accessEndedAt).toEqual(accessEndedAt);
  });

  it.each([60, 7200])(
    'keeps a stored session after an end by a clock %d s ahead',
    async (ahead) => {
      await start({ session: { strategy: 'database' } });
      const id = await newUser();
      const owner = await signedIn(id);
      setClock(ahead);
      await change(owner, id);

      for (const now of [0, 1, 2]) {
        setClock(now);
        expect(await isSignedIn(owner)).toBe(true);
      }
    },
  );

  it('keeps realms apart whatever a user is called (ID5)', async () => {
    const revocation = new MapRegistry();
    const list: AuthConfig = {
      secret: SECRET,
      trustHost: true,
      limits: false,
      providers: [
        Credentials({
          credentials: { id: {} },
          authorize: ({ id }) => ({ id: `${id}` }),
        }),
      ],
      session: { strategy: 'jwt', revocation },
    };
    const staffModule = AuthModule.forRoot(list, { name: 'staff', basePath: '/staff/auth' });
    app = await TestApp.start({ platform, input: list, module: { imports: [staffModule] } });
    const staff = app.client({}, '/staff/auth');
    await staff.signIn('credentials', { id: '1' });
    const hash = createHash('sha256').update('staff/').digest('base64url').slice(0, 22);
    const thief = app.client();
    await thief.signIn('credentials', { id: `${hash}:1` });

    expect((await thief.get('/auth/sessions')).json<SessionList>().items).toHaveLength(1);
    const json = { csrfToken: await thief.csrfToken() };
    await thief.post('/auth/sessions/revoke-all', { json });

    expect(await thief.session()).toBeNull();
    expect((await staff.get('/staff/auth/session')).json()).not.toBeNull();
  });

  it('ends a session without a start that gets a new token meanwhile', async () => {
    const idp = await FakeOAuthServer.start({ issuer: 'https://idp.example' });
    let before: (() => Promise<unknown>) | undefined;
    const deleteSession = store.deleteSession.bind(store);
    store.deleteSession = async (token) => {
      const run = before;
      before = undefined;
      await run?.();
      return deleteSession(token);
    };
    const provider = OIDC({ id: 'idp', name: 'IdP', ...idp.client });
    await start({ providers: [byPassword(), provider], fetch: idp.fetch });
    const id = await newUser();
    const thief = await signedIn(id);
    for (const { sessionToken } of await store.listSessionsByUserId(id)) {
      await store.updateSession({ sessionToken, createdAt: null });
    }
    const owner = await signedIn(id);
    idp.claims = { sub: 's', email: 's@idp.example' };
    const { location = '' } = await thief.signIn('idp', { callbackUrl: '/' });
    const { url } = await idp.authorize(location);
    setClock(10);
    before = () => thief.get(url.href);

    await change(owner, id);

    // The account that was added has ended the owner's session, who signs in again.
    expect(await isSignedIn(thief)).toBe(false);
    await idp.close();
  });
});
