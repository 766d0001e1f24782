import {
  type AuthConfig,
  type JWT,
  type JwtParams,
  type PlatformRequest,
  Public,
  type SessionRegistry,
  SessionService,
  type SessionList,
} from '@authnest/core';
import { MemoryAdapter } from '@authnest/testing';
import { Controller, Post, Req, Res } from '@nestjs/common';
import { setClock, startClock, stopClock } from '../support/clock.js';
import { MapRegistry } from '../support/map-registry.js';
import { MapRevocations } from '../support/revocations.js';
import { expectSignedOut, MeController, SESSION } from '../support/signed-out.js';
import { type CheckedClient, credentials, JANE, platforms, TestApp } from '../support/test-app.js';

const module = { controllers: [MeController] };
const HOUR = 60 * 60;

const tokenOf = (browser: CheckedClient): string => browser.cookies.get(SESSION) ?? '';

describe.each(platforms())('stateless sessions in a registry, on %s', (platform) => {
  let app: TestApp;
  let registry: MapRegistry;

  async function start(config: Partial<AuthConfig> = {}): Promise<void> {
    const { session, ...rest } = config;
    app = await TestApp.start({
      platform,
      module,
      config: { session: { strategy: 'jwt', revocation: registry, ...session }, ...rest },
    });
  }

  async function signedIn(): Promise<CheckedClient> {
    const browser = app.client();
    await browser.signIn('credentials', JANE);
    return browser;
  }

  async function post(browser: CheckedClient, verb: string) {
    const json = { csrfToken: await browser.csrfToken() };
    return browser.post(`/auth/sessions/${verb}`, { json });
  }

  const sessions = (): SessionService => app.app.get(SessionService, { strict: false });

  beforeEach(() => {
    stopClock();
    registry = new MapRegistry();
  });
  afterEach(async () => {
    startClock();
    await app.close();
  });

  it('go on if a use cannot be recorded, and the log names the method and the effect', async () => {
    await start({ session: { updateAge: 0 } });
    const browser = await signedIn();
    registry.record = () => {
      throw new Error('READONLY');
    };
    setClock(1);

    expect(await browser.session()).toMatchObject({ user: { name: 'jane' } });
    expect(app.logs.alarms).toMatchObject([
      {
        type: 'AuthError',
        message: 'the use of a session was not recorded',
        cause: { err: { message: 'session.revocation.record failed', cause: { err: {} } } },
      },
    ]);
  });

  it('are neither renewed nor recorded by HEAD', async () => {
    await start({ session: { updateAge: 0 } });
    const browser = await signedIn();
    const [before, token] = [registry.calls.record, tokenOf(browser)];
    setClock(1);

    for (const path of ['/auth/session', '/me']) {
      expect((await browser.request('HEAD', path)).status).toBe(200);
    }
    expect([registry.calls.record, tokenOf(browser)]).toEqual([before, token]);

    await browser.session();
    expect(registry.calls.record).toBe(before + 1);
  });

  it('end with all tokens that were issued for them, including the latest (K38)', async () => {
    await start({ session: { updateAge: 0 } });
    const [laptop, phone] = [await signedIn(), await signedIn()];
    const before = tokenOf(phone);
    setClock(1);
    await phone.session();
    const after = tokenOf(phone);
    expect(after).not.toBe(before);

    setClock(2);
    expect((await post(laptop, 'revoke-others')).json()).toEqual({ revoked: 1 });

    for (const token of [before, after]) await expectSignedOut(app, { [SESSION]: token }, 'kept');
    expect(await laptop.session()).not.toBeNull();
  });

  it('get a new id when they end the others, which invalidates copies of the old token (K38)', async () => {
    await start();
    const laptop = await signedIn();
    const copied = tokenOf(laptop);

    await post(laptop, 'revoke-others');

    expect(tokenOf(laptop)).not.toBe(copied);
    await expectSignedOut(app, { [SESSION]: copied }, 'kept');
    expect((await laptop.get('/auth/sessions')).json<SessionList>().items).toMatchObject([
      { current: true, provider: null },
    ]);
  });

  it('can all be ended, including those that the registry does not contain (K38)', async () => {
    await start();
    const [laptop, phone] = [await signedIn(), await signedIn()];
    registry.records.clear();

    expect(await sessions().revokeAll({ userId: 'id-of-jane' })).toBe(0);

    for (const browser of [laptop, phone]) {
      await expectSignedOut(app, { [SESSION]: tokenOf(browser) }, 'kept');
    }
    setClock(1);
    expect(await (await signedIn()).session()).not.toBeNull();
  });

  it('require the response if code ends the other sessions', async () => {
    @Controller('others')
    @Public()
    class OthersController {
      constructor(private readonly service: SessionService) {}
      @Post('with') with(
        @Req() request: PlatformRequest,
        @Res({ passthrough: true }) response: never,
      ) {
        return this.service.revokeOthers(request, response);
      }
      @Post('without') without(@Req() request: PlatformRequest) {
        return this.service.revokeOthers(request);
      }
    }
    app = await TestApp.start({
      platform,
      module: { controllers: [OthersController] },
      config: { session: { revocation: registry } },
    });
    const [laptop, phone] = [await signedIn(), await signedIn()];

    expect((await laptop.post('/others/without')).status).toBe(500);
    expect(await phone.session()).not.toBeNull();
    expect((await laptop.post('/others/with')).text).toBe('1');
    expect([await phone.session(), (await laptop.session()) !== null]).toEqual([null, true]);
  });

  it('call the jwt callback with the stored user after a refresh (K41)', async () => {
    const adapter = new MemoryAdapter();
    const user = await adapter.createUser({
      id: 'x',
      email: 'jane@example.com',
      emailVerified: null,
      name: 'admin',
    });
    const triggers: unknown[] = [];
    await start({
      adapter,
      providers: [{ ...credentials(), authorize: () => user, usersOfAdapter: true }],
      callbacks: {
        jwt: ({ token, user: stored, trigger }) => {
          if (trigger) triggers.push(trigger);
          return stored ? { ...token, role: stored.name } : token;
        },
        session: ({ session, token }) => ({ ...session, role: token['role'] }),
      },
    });
    const browser = await signedIn();
    await adapter.updateUser({ id: user.id, name: 'guest' });
    expect(await browser.session()).toMatchObject({ role: 'admin' });

    setClock(1);
    await sessions().refresh({ userId: user.id });

    setClock(2);
    expect(await browser.session()).toMatchObject({ role: 'guest', user: { name: 'guest' } });
    // The token of the last read could be from before the refresh, by a clock that is ahead.
    setClock(61.5);
    expect(await browser.session()).toMatchObject({ role: 'guest' });
    expect(triggers).toEqual(['signIn', 'update', 'update']);
    setClock(63);
    expect(await browser.session()).toMatchObject({ role: 'guest' });
    expect(triggers).toEqual(['signIn', 'update', 'update']);
  });

  describe('that began where the clock is 30 s ahead', () => {
    /** Signs in 30 s ahead; the clock is at 1 s afterwards. */
    async function signedInAhead(): Promise<CheckedClient> {
      setClock(30);
      const browser = await signedIn();
      setClock(1);
      return browser;
    }

    it('end with all others, for good (K38)', async () => {
      await start();
      const thief = await signedInAhead();

      expect(await sessions().revokeAll({ userId: 'id-of-jane' })).toBe(1);

      for (const seconds of [2, 29, 31, 3600]) {
        setClock(seconds);
        await expectSignedOut(app, { [SESSION]: tokenOf(thief) }, 'kept');
      }
    });

    it('end when another session ends the others, or get a new id when they do so (K38)', async () => {
      await start();
      const [thief, laptop] = [await signedInAhead(), await signedInAhead()];
      const copied = tokenOf(laptop);

      expect((await post(laptop, 'revoke-others')).json()).toEqual({ revoked: 1 });

      for (const token of [tokenOf(thief), copied])
        await expectSignedOut(app, { [SESSION]: token }, 'kept');
      expect(await laptop.session()).not.toBeNull();
      expect((await laptop.get('/auth/sessions')).json<SessionList>().items).toMatchObject([
        { current: true },
      ]);
    });

    it('end even if they begin while all others are being ended (K38)', async () => {
      await start();
      let phone = app.client();
      const revokeUser = registry.revokeUser.bind(registry);
      const slow: SessionRegistry = registry;
      slow.revokeUser = async (entry) => {
        phone = await signedInAhead();
        return revokeUser(entry);
      };

      await sessions().revokeAll({ userId: 'id-of-jane' });

      for (const seconds of [1, 31, 3600]) {
        setClock(seconds);
        await expectSignedOut(app, { [SESSION]: tokenOf(phone) }, 'kept');
      }
    });

    it('continue if they begin after all others have ended (K38)', async () => {
      await start();
      const phone = await signedIn();

      await sessions().revokeAll({ userId: 'id-of-jane' });

      const laptop = await signedInAhead();
      setClock(2);
      expect([await phone.session(), (await laptop.session()) !== null]).toEqual([null, true]);
    });

    it('are refreshed too, as is what begins in the next minute, and none ends (K41)', async () => {
      const triggers: unknown[] = [];
      const jwt = ({ token, trigger }: JwtParams) => (triggers.push(trigger), token);
      await start({ callbacks: { jwt } });
      const before = await signedInAhead();

      await sessions().refresh({ userId: 'id-of-jane' });

      setClock(2);
      const after = await signedIn();
      triggers.length = 0;
      for (const browser of [before, after]) expect(await browser.session()).not.toBeNull();
      expect(triggers).toEqual(['update', 'update']);
      for (const seconds of [90, 91]) {
        setClock(seconds);
        for (const browser of [before, after]) expect(await browser.session()).not.toBeNull();
      }
      expect(triggers.slice(2)).toEqual(['update', 'update', undefined, undefined]);
    });
  });

  describe('that begin where the clock is 30 s behind', () => {
    it('continue if all others have ended before, however soon before (K38)', async () => {
      await start();
      const phone = await signedIn();
      setClock(30);
      await sessions().revokeAll({ userId: 'id-of-jane' });

      for (const seconds of [1, 30]) {
        setClock(seconds);
        const laptop = await signedIn();
        expect([await phone.session(), (await laptop.session()) !== null]).toEqual([null, true]);
        expect((await laptop.get('/auth/sessions')).json<SessionList>().items).toHaveLength(
          seconds === 1 ? 1 : 2,
        );
      }
    });

    it('end with all others afterwards (K38)', async () => {
      await start();
      setClock(30);
      await sessions().revokeAll({ userId: 'id-of-jane' });
      setClock(1);
      const laptop = await signedIn();

      setClock(32);
      expect(await sessions().revokeAll({ userId: 'id-of-jane' })).toBe(1);

      for (const seconds of [33, 62, 3600]) {
        setClock(seconds);
        await expectSignedOut(app, { [SESSION]: tokenOf(laptop) }, 'kept');
      }
    });

    it('continue if they end the others after another instance did (K38)', async () => {
      await start();
      const laptop = await signedIn();
      setClock(30);
      await post(laptop, 'revoke-others');

      setClock(1);
      await post(laptop, 'revoke-others');

      expect(await laptop.session()).not.toBeNull();
    });
  });

  it('require one look-up for each read, and one write for each renewal (K43)', async () => {
    await start({ session: { updateAge: HOUR } });
    const browser = await signedIn();
    const before = { ...registry.calls };

    for (let nth = 0; nth < 10; nth += 1) await browser.get('/me');
    expect(registry.calls).toEqual({ ...before, isRevoked: before.isRevoked + 10 });

    setClock(HOUR);
    await browser.get('/me');
    expect(registry.calls.record).toBe(before.record + 1);
    expect((await browser.get('/auth/sessions')).json<SessionList>().items).toMatchObject([
      { lastUsedAt: new Date(Date.now()).toISOString() },
    ]);
  });

  it('are listed before and after to end them all, or all others', async () => {
    await start();
    const [laptop] = [await signedIn(), await signedIn()];
    const { list: before } = registry.calls;

    expect((await post(laptop, 'revoke-others')).json()).toEqual({ revoked: 1 });
    // Once more for the session that goes on, which counts for the limit.
    expect(registry.calls.list).toBe(before + 3);

    expect(await sessions().revokeAll({ userId: 'id-of-jane' })).toBe(1);
    expect(registry.calls.list).toBe(before + 5);
  });

  it('stay listed and counted if a callback has them reissued at each read (K38, K40)', async () => {
    const jwt = ({ token }: { token: JWT }): JWT => ({ ...token, seen: Date.now() });
    await start({ session: { maxPerUser: 1 }, callbacks: { jwt } });
    const old = await signedIn();
    for (let day = 1; day <= 31; day += 1) {
      setClock(day * 23 * HOUR);
      await old.session();
    }
    expect((await old.get('/auth/sessions')).json<SessionList>().items).toHaveLength(1);

    const fresh = await signedIn();

    expect([await old.session(), await fresh.session()]).toEqual([null, expect.anything()]);
  });

  it('cannot be read, created or ended while the registry is down (K44)', async () => {
    await start();
    const browser = await signedIn();
    const csrf = await browser.csrfToken();
    registry.failWith(new Error('the registry is down'));

    expect((await browser.get('/me')).status).toBe(503);
    expect((await browser.get('/auth/sessions')).status).toBe(503);
    const ended = await browser.post('/auth/sessions/revoke-all', { json: { csrfToken: csrf } });
    expect([ended.status, ended.json()]).toEqual([
      503,
      { error: 'SignOutError', errorCode: 'STORE_UNAVAILABLE' },
    ]);
    expect(tokenOf(browser)).not.toBe('');
    const other = app.client();
    const refused = await other.signIn('credentials', JANE);
    expect(refused.headers.location).toContain('error=Configuration');
    expect(tokenOf(other)).toBe('');

    registry.failWith();
    expect(await browser.session()).not.toBeNull();
  });

  it('can be ended but not listed by a store that has only the two required methods (K45)', async () => {
    const revocation = new MapRevocations();
    app = await TestApp.start({ platform, module, config: { session: { revocation } } });
    const browser = await signedIn();
    const token = tokenOf(browser);

    await expect(sessions().list({ userId: 'id-of-jane' })).rejects.toThrow(
      '`session.revocation` lacks record, list, revokeUser, refreshUser',
    );
    await browser.signOut();
    await expectSignedOut(app, { [SESSION]: token }, 'kept');
  });
});
