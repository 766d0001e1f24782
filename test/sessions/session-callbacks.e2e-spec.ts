import type { CallbacksOptions, JwtParams, SessionParams } from '@authnest/core';
import { CurrentSession, CurrentUser, type Session, SessionGuard, type User } from '@authnest/core';
import { Controller, Get, UseGuards } from '@nestjs/common';
import { AuthServiceController } from '../support/auth-service.controller.js';
import { NOON, startClock, stopClock } from '../support/clock.js';
import { type CheckedClient, JANE, platforms, TestApp } from '../support/test-app.js';
import { platformsAndStores, WatchedStore } from '../support/watched-store.js';

const ISSUED = Math.floor(NOON / 1000);
const THIRTY_DAYS = 30 * 24 * 60 * 60;
const JTI = expect.stringMatching(/^[0-9a-f-]{36}$/) as unknown;

@Controller('seen')
@UseGuards(SessionGuard)
class SeenController {
  @Get() seen(@CurrentUser() user: User, @CurrentSession() session: Session) {
    return { user, session };
  }
}

/** Callbacks that record their arguments, as copies that later changes do not affect. */
class Notes {
  readonly jwt: JwtParams[] = [];
  readonly session: SessionParams[] = [];

  readonly callbacks: Partial<CallbacksOptions> = {
    jwt: (params) => {
      this.jwt.push({ ...params, token: { ...params.token } });
      return { ...params.token, role: 'admin' };
    },
    session: (params) => {
      this.session.push({ ...params, session: { ...params.session } });
      return { ...params.session, seen: true };
    },
  };
}

const module = { controllers: [SeenController, AuthServiceController] };

async function update(browser: CheckedClient, data: unknown) {
  const csrfToken = await browser.csrfToken();
  return browser.post('/auth/session', { json: { csrfToken, data } });
}

/** Returns callbacks that call those of the current test. */
function current(callbacks: () => Partial<CallbacksOptions>): Partial<CallbacksOptions> {
  return {
    jwt: (params) => (callbacks().jwt ?? (({ token }) => token))(params),
    session: (params) => (callbacks().session ?? (({ session }) => session))(params),
  };
}

const noMembers = () => JSON.parse('{}') as Session;
const noUser = ({ session: { expires } }: SessionParams) => ({ expires });

async function expectNone(browser: CheckedClient): Promise<void> {
  expect((await browser.get('/app/session')).json()).toEqual({ session: null });
  expect((await browser.get('/seen')).status).toBe(401);
  expect(await browser.session()).toEqual({});
}

describe.each(platforms())('stateless sessions with callbacks on %s', (platform) => {
  let app: TestApp;
  let notes: Notes;
  let callbacks: Partial<CallbacksOptions>;
  let browser: CheckedClient;

  beforeAll(async () => {
    const config = { callbacks: current(() => callbacks) };
    app = await TestApp.start({ platform, config, module });
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    stopClock();
    notes = new Notes();
    await signIn(notes.callbacks);
  });
  afterEach(startClock);

  /** Signs Jane in with these callbacks. */
  async function signIn(wanted: Partial<CallbacksOptions>): Promise<void> {
    callbacks = wanted;
    browser = app.client();
    await browser.signIn('credentials', JANE);
  }

  const jane = { name: 'jane', email: 'jane@example.com' };
  const issued = {
    ...jane,
    sub: 'id-of-jane',
    role: 'admin',
    amr: ['pwd'],
    auth_at: ISSUED,
    apf: expect.any(String) as string,
    iat: ISSUED,
    exp: ISSUED + THIRTY_DAYS,
    jti: JTI,
  };

  it('pass token, user and account to the jwt callback at sign-in', () => {
    expect(notes.jwt).toEqual([
      {
        token: { ...jane, sub: 'id-of-jane' },
        user: { ...jane, id: 'id-of-jane' },
        account: { provider: 'credentials', providerAccountId: 'id-of-jane', type: 'credentials' },
        isNewUser: false,
        trigger: 'signIn',
      },
    ]);
    expect(notes.session).toEqual([]);
  });

  it('pass the claims and no trigger to the jwt callback when read', async () => {
    notes.jwt.length = 0;

    await browser.session();

    expect(notes.jwt).toStrictEqual([{ token: issued, session: undefined }]);
  });

  it('pass data from the client to the jwt callback as an update', async () => {
    notes.jwt.length = 0;
    const data = { theme: 'dark', list: [1, null] };

    await update(browser, data);

    expect(notes.jwt).toStrictEqual([{ token: issued, trigger: 'update', session: data }]);
  });

  it('pass the reduced user and the token to the session callback, and return its result', async () => {
    const shown = await browser.session();

    const expires = new Date((ISSUED + THIRTY_DAYS) * 1000).toISOString();
    const session = { user: { ...jane, id: 'id-of-jane' }, expires };
    expect(notes.session).toStrictEqual([{ session, token: issued }]);
    expect(shown).toStrictEqual({ ...session, seen: true });
  });

  it('pass an update to the session callback', async () => {
    await update(browser, { theme: 'dark' });

    expect(notes.session).toMatchObject([{ newSession: { theme: 'dark' }, trigger: 'update' }]);
    expect(Object.keys(notes.session[0] ?? {}).sort()).toEqual([
      'newSession',
      'session',
      'token',
      'trigger',
    ]);
  });

  it("return the callback's result and the user's id to server code", async () => {
    const { user, session } = (await browser.get('/seen')).json<{ user: User; session: Session }>();

    expect(user).toEqual({ ...jane, id: 'id-of-jane' });
    expect(session).toMatchObject({ seen: true, user });
  });

  it('end if the jwt callback returns null', async () => {
    await signIn({ jwt: ({ trigger, token }) => (trigger ? token : null) });

    expect(await browser.session()).toBeNull();
    expect(browser.cookies.has('authjs.session-token')).toBe(false);
  });

  it('end if the jwt callback returns null at another sign-in of this browser', async () => {
    let isRefusing = false;
    await signIn({ jwt: ({ token }) => (isRefusing ? null : token) });
    isRefusing = true;

    await browser.signIn('credentials', JANE);

    expect(browser.cookies.has('authjs.session-token')).toBe(false);
  });

  it('are none for the server if the session callback returns no members', async () => {
    await signIn({ session: noMembers });

    await expectNone(browser);
  });

  it('are refused by the guard if the session callback returns no user', async () => {
    await signIn({ session: noUser });

    expect((await browser.get('/seen')).status).toBe(401);
  });
});

describe.each(platformsAndStores())(
  'database sessions with callbacks on %s and %s',
  (platform, kind) => {
    let store: WatchedStore;
    let app: TestApp;
    let notes: Notes;
    let callbacks: Partial<CallbacksOptions>;
    let browser: CheckedClient;

    beforeAll(async () => {
      store = await WatchedStore.open(kind);
      const config = { adapter: store.adapter, callbacks: current(() => callbacks) };
      app = await TestApp.start({ platform, config, module });
    });
    afterAll(async () => {
      await app.close();
      await store.close();
    });
    beforeEach(async () => {
      stopClock();
      notes = new Notes();
      ({ callbacks } = notes);
      browser = app.client();
      await browser.signIn('credentials', JANE);
    });
    afterEach(startClock);

    it('never call the jwt callback', async () => {
      await update(browser, {});

      expect(notes.jwt).toEqual([]);
    });

    it('pass the reduced user, the full user and no token to the session callback', async () => {
      const shown = await browser.session();

      const stored = await store.real.getUserByEmail('jane@example.com');
      const { id, name, email, image } = stored!;
      const session = {
        user: { id, name, email, image },
        expires: new Date(NOON + THIRTY_DAYS * 1000).toISOString(),
      };
      expect(notes.session).toEqual([{ session, user: stored }]);
      expect(Object.keys(notes.session[0] ?? {}).sort()).toEqual(['session', 'user']);
      expect(Object.keys(notes.session[0]?.session ?? {}).sort()).toEqual(['expires', 'user']);
      expect(shown).toEqual({ ...session, seen: true });
    });

    it('pass an update to the session callback, and change no row', async () => {
      store.forgetCalls();

      await update(browser, { name: 'root' });

      expect(notes.session).toMatchObject([{ newSession: { name: 'root' }, trigger: 'update' }]);
      expect(store.count('updateUser', 'updateSession')).toBe(0);
    });

    it('are refused by the guard if the session callback returns no user', async () => {
      callbacks = { session: noUser };

      expect((await browser.get('/seen')).status).toBe(401);
    });

    it('are none for the server if the session callback returns no members', async () => {
      callbacks = { session: noMembers };

      await expectNone(browser);
    });
  },
);
