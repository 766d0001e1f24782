import type { AuthConfig, AuthEvents, CallbacksOptions, JwtParams } from '@authnest/core';
import { setClock, startClock, stopClock } from '../support/clock.js';
import { Deferred } from '../support/deferred.js';
import { MapRevocations } from '../support/revocations.js';
import { clearedNames, sentCookies } from '../support/set-cookies.js';
import { expectSignedOut, MeController, SESSION } from '../support/signed-out.js';
import { type CheckedClient, JANE, OTTO, platforms, TestApp } from '../support/test-app.js';

const HOUR = 60 * 60;
const module = { controllers: [MeController] };

/** Returns the current session of a browser, to be sent even after its cookies have changed. */
function copyOf(browser: CheckedClient): { cookie: string; token: string } {
  const token = browser.cookies.get(SESSION) ?? '';
  return { cookie: `${SESSION}=${token}`, token };
}

describe.each(platforms())('ending a stateless session on %s', (platform) => {
  let app: TestApp;
  let browser: CheckedClient;
  let ended: AuthEvents['signOut'][];
  let revocation: MapRevocations;

  async function signIn(
    session: AuthConfig['session'],
    callbacks: AuthConfig['callbacks'] = {},
  ): Promise<void> {
    ended = [];
    const events = { signOut: (message: AuthEvents['signOut']) => ended.push(message) };
    app = await TestApp.start({ platform, config: { session, events, callbacks }, module });
    browser = app.client();
    await browser.signIn('credentials', JANE);
  }

  beforeEach(() => {
    stopClock();
    revocation = new MapRevocations();
  });

  afterEach(async () => {
    startClock();
    await app.close();
  });

  it('clears the cookie, but leaves a copy valid if there is no revocation check (D04)', async () => {
    await signIn({ maxAge: HOUR });
    const { cookie, token } = copyOf(browser);

    const signedOut = await browser.signOut();

    expect(clearedNames(signedOut.headers['set-cookie'])).toEqual([SESSION]);
    expect(ended).toMatchObject([{ token: { sub: 'id-of-jane' } }]);
    setClock(HOUR - 1);
    expect((await browser.get('/me', { cookie })).status).toBe(200);
    setClock(HOUR);
    await expectSignedOut(app, { [SESSION]: token });
  });

  it('invalidates every token that was issued for it if there is a revocation check (D04)', async () => {
    await signIn({ revocation, updateAge: 0 });
    const copies = [copyOf(browser).token];
    for (let nth = 1; nth <= 3; nth += 1) {
      setClock(nth);
      await browser.session();
      copies.push(copyOf(browser).token);
    }
    expect(new Set(copies).size).toBe(4);

    await browser.signOut();

    for (const token of copies) await expectSignedOut(app, { [SESSION]: token }, 'kept');
    // A minute more, for a copy that was issued by a clock that is ahead.
    expect([...revocation.entries.values()]).toEqual([
      new Date(Date.now() + (30 * 24 * HOUR + 60) * 1000),
    ]);
  });

  it('invalidates older tokens even if the jwt callback creates its token from scratch (D04)', async () => {
    const jwt = ({ token }: { token: { sub?: string } }) => ({ sub: token.sub, name: 'jane' });
    await signIn({ revocation, updateAge: 0 }, { jwt });
    const { token } = copyOf(browser);
    setClock(1);
    await browser.session();

    await browser.signOut();

    await expectSignedOut(app, { [SESSION]: token }, 'kept');
  });

  it.each<keyof CallbacksOptions>(['jwt', 'session'])(
    'is not undone by a renewal that is waiting for the %s callback (S, due re-issue)',
    async (name) => {
      const [asked, goOn] = [new Deferred(), new Deferred()];
      const held = { now: false };
      const hold = async <T>(result: T): Promise<T> => {
        if (!held.now) return result;
        asked.resolve();
        await goOn.promise;
        return result;
      };
      await signIn(
        { revocation, updateAge: 0 },
        name === 'jwt'
          ? { jwt: ({ token }) => hold(token) }
          : { session: ({ session }) => hold(session) },
      );
      const { cookie, token } = copyOf(browser);
      setClock(1);
      held.now = true;
      const late = app.client().get('/auth/session', { cookie });
      await asked.promise;
      held.now = false;

      await browser.signOut();
      goOn.resolve();
      const response = await late;

      expect(response).toMatchObject({ status: 200, text: 'null' });
      const sent = sentCookies(response.headers['set-cookie']);
      expect(sent.filter((one) => one.name === SESSION)).toEqual([]);
      await expectSignedOut(app, { [SESSION]: token }, 'kept');
    },
  );

  it("does not end the user's other sessions (D04)", async () => {
    await signIn({ revocation });
    const elsewhere = app.client();
    await elsewhere.signIn('credentials', JANE);

    await browser.signOut();

    expect((await elsewhere.get('/me')).status).toBe(200);
  });

  it('reports no sign-out if the revocation cannot be stored (D05)', async () => {
    await signIn({ revocation });
    const { cookie } = copyOf(browser);
    await browser.csrfToken();
    revocation.failWith(new Error('the cache is down'));

    const refused = await browser.signOut();

    expect(refused.status).toBe(503);
    expect(sentCookies(refused.headers['set-cookie'])).toEqual([]);
    expect((await browser.get('/me', { cookie })).status).toBe(503);
    revocation.failWith();
    expect((await browser.get('/me', { cookie })).status).toBe(200);
  });

  it('works for a session that began before a revocation check was configured (D04)', async () => {
    await signIn({});
    const { token } = copyOf(browser);
    await app.close();
    const config = { session: { revocation, updateAge: 0 } };
    app = await TestApp.start({ platform, config, module });
    const returning = app.client();
    returning.cookies.set(SESSION, token);
    setClock(1);
    await returning.session();
    const renewed = copyOf(returning).token;
    expect(renewed).not.toBe(token);

    await returning.signOut();

    await expectSignedOut(app, { [SESSION]: token }, 'kept');
    await expectSignedOut(app, { [SESSION]: renewed }, 'kept');
  });

  it('happens when a new session replaces it, but not if the sign-in fails (D04)', async () => {
    const jwt = ({ token, user }: JwtParams) => {
      if (user?.name === 'otto') throw new Error('a fault');
      return token;
    };
    await signIn({ revocation }, { jwt });
    const first = copyOf(browser);

    await browser.signIn('credentials', OTTO);
    expect((await app.client().get('/me', { cookie: first.cookie })).status).toBe(200);

    await browser.signIn('credentials', JANE);
    await expectSignedOut(app, { [SESSION]: first.token }, 'kept');
    expect((await browser.get('/me')).status).toBe(200);
  });

  it('prevents a new session in the same browser if it fails (A59)', async () => {
    await signIn({ revocation });
    const { token } = copyOf(browser);
    await browser.csrfToken();
    revocation.failWith(new Error('the cache is down'));

    const failed = await browser.signIn('credentials', OTTO);

    expect(failed.location).toBe(`${app.url}/auth/error?error=Configuration`);
    const sent = sentCookies(failed.headers['set-cookie']);
    expect(sent.filter(({ name }) => name.startsWith(SESSION))).toEqual([]);
    revocation.failWith();
    expect((await browser.get('/me')).json()).toMatchObject({ name: 'jane' });
    expect(copyOf(browser).token).toBe(token);
  });
});
