import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import {
  type Adapter,
  type AuthConfig,
  Credentials,
  Email,
  OIDC,
  type PlatformRequest,
  type PlatformResponse,
  SessionService,
  type SessionList,
} from '@authnest/core';
import { withRedisSessions } from '@authnest/redis';
import { FakeOAuthServer } from '@authnest/testing';
import { Body, Controller, Inject, Post, Req, Res } from '@nestjs/common';
import { Redis } from 'ioredis';
import { setClock, startClock, stopClock } from '../support/clock.js';
import { describeStores, type OpenStore } from '../support/describe-stores.js';
import { MapRegistry } from '../support/map-registry.js';
import { redis as server, TEST_REDIS_URL } from '../support/redis.js';
import { describeWith } from '../support/services.js';
import { type CheckedClient, platforms, TestApp } from '../support/test-app.js';

const DAY = 24 * 3600;
const CLOCKS = [-59, 0, 59];

/** What the application stores about passwords. */
const passwords = new Map<string, string>();
/** Codes with which a user may set a password once. */
const codes = new Map<string, string>();
/** Runs once, after a password was found right. */
let meanwhile: (() => unknown) | undefined;
let sessions: SessionService;
/** The last mailed link. */
let mailed = '';

const byPassword = Credentials({
  credentials: { id: {}, password: {}, code: {} },
  usersOfAdapter: true,
  authorize: async ({ id = '', password, code }, request) => {
    if (code !== undefined) {
      if (codes.get(id) !== code) return null;
      codes.delete(id);
      passwords.set(id, `${password}`);
      await sessions.endAccess(id, { request });
      return { id };
    }
    if (passwords.get(id) !== password) return null;
    const run = meanwhile;
    meanwhile = undefined;
    await run?.();
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

@Controller()
class PasswordController {
  constructor(@Inject(SessionService) private readonly service: SessionService) {}

  @Post('password')
  async change(
    @Body() { id, password }: { id: string; password: string },
    @Req() request: PlatformRequest,
    @Res({ passthrough: true }) response: PlatformResponse,
  ): Promise<{ changed: true }> {
    passwords.set(id, password);
    await this.service.endAccess(id, { request, response });
    return { changed: true };
  }
}

interface Kind {
  readonly name: string;
  session(): AuthConfig['session'];
  adapter?(users: Adapter): Adapter;
}

const KINDS: readonly Kind[] = [
  { name: 'stored sessions', session: () => ({ strategy: 'database' }) },
  { name: 'stateless sessions', session: () => ({ strategy: 'jwt' }) },
  {
    name: 'stateless sessions in a registry',
    session: () => ({ strategy: 'jwt', revocation: new MapRegistry() }),
  },
];

/** Declares the tests for one kind of session in one store. */
function describeEnds(open: () => Promise<OpenStore>, { name, session, adapter }: Kind): void {
  describe.each(platforms())(`the end of all access, ${name}, on %s`, (platform) => {
    let opened: OpenStore;
    let app: TestApp;
    let idp: FakeOAuthServer;
    let id: string;
    /** Runs once, before a session is stored. */
    let beforeStored: (() => unknown) | undefined;
    const isUnchecked = name === 'stateless sessions';

    beforeAll(async () => {
      opened = await open();
      const { store } = opened;
      const createSession = store.createSession.bind(store);
      store.createSession = async (row) => {
        const run = beforeStored;
        beforeStored = undefined;
        await run?.();
        return createSession(row);
      };
      idp = await FakeOAuthServer.start({ issuer: 'https://idp.example' });
      app = await TestApp.start({
        platform,
        module: { controllers: [PasswordController] },
        config: {
          adapter: adapter?.(opened.store) ?? opened.store,
          session: session(),
          providers: [byPassword, byMail, OIDC({ id: 'idp', name: 'IdP', ...idp.client })],
          fetch: idp.fetch,
          events: {
            updateUser: async ({ user }) => {
              passwords.delete(user.id ?? '');
              await sessions.endAccess(user.id ?? '');
            },
          },
        },
      });
      sessions = app.app.get(SessionService, { strict: false });
      stopClock();
    });
    afterAll(async () => {
      startClock();
      await app.close();
      await idp.close();
      await opened.close();
    });
    beforeEach(async () => {
      setClock(0);
      meanwhile = undefined;
      id = await newUser();
    });

    async function newUser(emailVerified: Date | null = new Date()): Promise<string> {
      const email = `${randomUUID()}@x.example`;
      const user = await opened.store.createUser({ id: randomUUID(), email, emailVerified });
      passwords.set(user.id, 'old');
      return user.id;
    }
    async function signedIn(password = 'old', who = id): Promise<CheckedClient> {
      const browser = app.client();
      await browser.signIn('credentials', { id: who, password });
      return browser;
    }
    /** Does something two minutes ago, which is before now by every clock. */
    async function earlier<T>(work: () => Promise<T>): Promise<T> {
      setClock(-120);
      const done = await work();
      setClock(0);
      return done;
    }
    const isSignedIn = async (browser: CheckedClient) => (await browser.session()) !== null;
    const emailOf = async (who: string) => (await opened.store.getUser(who))?.email ?? '';

    async function linkOf(who: string): Promise<{ browser: CheckedClient; link: string }> {
      const browser = app.client();
      await browser.signIn('email', { email: await emailOf(who), callbackUrl: '/' });
      return { browser, link: mailed };
    }
    const change = (browser: CheckedClient, password: string) =>
      browser.post('/password', { json: { id, password } });
    const revokeOthers = async (browser: CheckedClient) =>
      browser.post('/auth/sessions/revoke-others', {
        json: { csrfToken: await browser.csrfToken() },
      });
    /** Signs in at the provider; a signed-in browser links the account. @returns the account's user */
    async function linkedTo(browser: CheckedClient): Promise<string | undefined> {
      const sub = randomUUID();
      idp.claims = { sub, email: `${sub}@idp.example` };
      const { location = '' } = await browser.signIn('idp', { callbackUrl: '/' });
      await browser.get((await idp.authorize(location)).url.href);
      const account = { provider: 'idp', providerAccountId: sub };
      return (await opened.store.getUserByAccount(account))?.id;
    }
    /** A stateless session that no registry knows is read unchecked until it is due. */
    async function expectOver(browser: CheckedClient): Promise<void> {
      if (isUnchecked) setClock(DAY + 60);
      expect(await isSignedIn(browser)).toBe(false);
    }
    async function expectLives(browser: CheckedClient): Promise<void> {
      for (const later of [0, 1, DAY + 60, DAY + 61]) {
        setClock(later);
        expect(await isSignedIn(browser)).toBe(true);
      }
    }

    describe.each(CLOCKS)('by a clock that is %d s ahead', (ahead) => {
      it('lets the first mailed sign-in go on, and nothing that was there before', async () => {
        const victim = await newUser(null);
        const thief = await earlier(() => signedIn('old', victim));
        const { browser, link } = await linkOf(victim);

        setClock(ahead);
        await browser.get(link);
        setClock(0);

        await expectLives(browser);
        await expectOver(thief);
      });

      it('lets a reset go on that signs in, and nothing that was there before', async () => {
        const thief = await earlier(() => signedIn());
        codes.set(id, 'right');
        const browser = app.client();

        setClock(ahead);
        await browser.signIn('credentials', { id, code: 'right', password: 'new' });
        setClock(0);

        await expectLives(browser);
        await expectOver(thief);
        expect(passwords.get(id)).toBe('new');
      });

      it('lets the session go on in which a password is changed, and no other', async () => {
        const [browser, thief] = [await earlier(() => signedIn()), await earlier(() => signedIn())];

        setClock(ahead);
        expect((await change(browser, 'new')).json()).toEqual({ changed: true });
        setClock(0);

        await expectLives(browser);
        await expectOver(thief);
      });

      it('lets everybody sign in after it, and 20 who come in its millisecond', async () => {
        setClock(ahead);
        await sessions.endAccess(id);
        setClock(0);

        const browsers = await Promise.all(Array.from({ length: 20 }, () => signedIn()));

        expect(await Promise.all(browsers.map(isSignedIn))).not.toContain(false);
        await expectLives(browsers[0] as CheckedClient);
      });

      it('accepts a password that is still right, though it was checked before', async () => {
        meanwhile = async () => {
          setClock(ahead);
          await sessions.endAccess(id);
          setClock(0);
        };

        await expectLives(await signedIn());
      });
    });

    it('links an account to the user of the session that goes on, and of no other (ID1)', async () => {
      const [browser, thief] = [await earlier(() => signedIn()), await earlier(() => signedIn())];
      await change(browser, 'new');

      expect(await linkedTo(browser)).toBe(id);
      expect(await linkedTo(thief)).not.toBe(id);
      await expectLives(browser);
    });

    it('links no account in a session that is over when the provider sends it back', async () => {
      const thief = await earlier(() => signedIn());
      const sub = randomUUID();
      idp.claims = { sub, email: `${sub}@idp.example` };
      const { location = '' } = await thief.signIn('idp', { callbackUrl: '/' });
      const { url } = await idp.authorize(location);

      await sessions.endAccess(id);

      expect((await thief.get(url.href)).location).toMatch(/error=OAuthAccountNotLinked/);
    });

    it('refuses a password that was changed after it was checked (ID8)', async () => {
      meanwhile = async () => {
        passwords.set(id, 'new');
        await sessions.endAccess(id);
      };

      const thief = await signedIn();

      expect(await isSignedIn(thief)).toBe(false);
      setClock(DAY + 60);
      expect(await isSignedIn(thief)).toBe(false);
    });

    if (name === 'stored sessions') {
      it('gives no access by a session that is stored after all access has ended (ID8)', async () => {
        beforeStored = () => sessions.endAccess(id);

        const thief = await signedIn();

        expect(await opened.store.listSessionsByUserId(id)).toHaveLength(1);
        expect(await isSignedIn(thief)).toBe(false);
        const owner = await signedIn();
        const listed = (await owner.get('/auth/sessions')).json<SessionList>().items;
        expect(listed).toMatchObject([{ current: true }]);
        await expectLives(owner);
      });
    }

    it('refuses a password that was checked before the address was proven (ID4, NW2)', async () => {
      const victim = await newUser(null);
      const { browser, link } = await linkOf(victim);
      meanwhile = async () => {
        await browser.get(link);
      };

      const thief = await signedIn('old', victim);

      await expectLives(browser);
      expect(await isSignedIn(thief)).toBe(false);
    });

    it('leaves no session of a loop of sign-ins beside the proof (ID4)', async () => {
      for (let round = 0; round < 5; round += 1) {
        setClock(0);
        const victim = await newUser(null);
        const { browser, link } = await linkOf(victim);
        const loops = [1, 2, 3].map(async () => {
          const all: CheckedClient[] = [];
          for (let n = 0; n < 3; n += 1) all.push(await signedIn('old', victim));
          return all;
        });
        await setTimeout(round * 3);
        await browser.get(link);

        const thieves = (await Promise.all(loops)).flat();
        await expectLives(browser);
        expect(await Promise.all(thieves.map(isSignedIn))).not.toContain(true);
      }
    });

    it('ends stolen sessions when the owner ends all, though a thief ends the others (ID9)', async () => {
      for (let round = 0; round < 5; round += 1) {
        setClock(round * 10);
        const thief = await signedIn();
        await Promise.all([change(thief, 'old'), sessions.endAccess(id)]);
        setClock(round * 10 + 5);
        await sessions.endAccess(id);
        if (isUnchecked) setClock(round * 10 + 2 * DAY);

        expect(await isSignedIn(thief)).toBe(false);
      }
    });

    if (isUnchecked) return;

    it('lets a session go on that ends the others', async () => {
      const [browser, thief] = [await earlier(() => signedIn()), await earlier(() => signedIn())];

      expect((await revokeOthers(browser)).status).toBe(200);

      await expectLives(browser);
      await expectOver(thief);
    });
  });
}

await describeStores((open) => {
  for (const kind of KINDS) describeEnds(open, kind);
  describeWith(server, 'in Redis', () => {
    let client: Redis;

    beforeAll(() => {
      client = new Redis(TEST_REDIS_URL);
    });
    afterAll(() => client.disconnect());

    describeEnds(open, {
      name: 'sessions in Redis',
      session: () => ({ strategy: 'database' }),
      adapter: (users) => withRedisSessions(users, client, { prefix: `${randomUUID()}:` }),
    });
  });
});
