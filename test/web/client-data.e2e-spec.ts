import { aSession, aUser } from '@authnest/testing';
import type { JWT } from '@authnest/core';
import { type CheckedClient, JANE, OTTO, platforms, TestApp } from '../support/test-app.js';
import { Watched } from '../support/watched.js';

const HOUR = 3600;

/** What a client would like to be. */
const CLAIMS = {
  sub: 'id-of-otto',
  email: 'otto@example.com',
  name: 'otto',
  exp: 4_102_444_800,
  iat: 1,
  nbf: 4_102_444_800,
  jti: 'mine',
  sid: 'mine',
  auth_time: 4_102_444_800,
};

describe.each(platforms)('E23 what a client sends into its session on %s', (platform) => {
  const tokens: JWT[] = [];
  let app: TestApp;
  let browser: CheckedClient;

  const start = (careless: boolean) =>
    TestApp.start({
      platform,
      config: {
        session: { strategy: 'jwt', maxAge: HOUR },
        callbacks: careless
          ? {
              // As written in a hurry: whatever comes is spread into the token.
              jwt: ({ token, session }) => ({ ...token, ...(session as object | undefined) }),
              session: ({ session, token }) => (tokens.push(token), session),
            }
          : {},
      },
    });

  const update = async (data: unknown) => {
    const json = { csrfToken: await browser.csrfToken(), data };
    return browser.post('/auth/session', { json });
  };

  const updateAsText = async (data: string) => {
    const body = `{"csrfToken":"${await browser.csrfToken()}","data":${data}}`;
    return browser.request('POST', '/auth/session', { 'content-type': 'application/json' }, body);
  };

  afterEach(() => app.close());

  it('reaches nothing by default', async () => {
    app = await start(false);
    browser = app.client();
    await browser.signIn('credentials', JANE);
    const before = await browser.session();

    for (const data of [
      CLAIMS,
      { user: CLAIMS },
      { session: { user: CLAIMS } },
      [CLAIMS],
      'x',
      7,
      null,
    ]) {
      const answer = await update(data);
      expect(answer.status).toBe(200);
      expect(answer.json()).toMatchObject({ user: { name: 'jane', email: 'jane@example.com' } });
    }
    expect(await browser.session()).toMatchObject({
      ...before,
      expires: expect.any(String) as string,
    });
  });

  it('cannot set who and how long, even where the jwt callback spreads it', async () => {
    app = await start(true);
    browser = app.client();
    await browser.signIn('credentials', JANE);
    const before = Date.now();

    expect((await update(CLAIMS)).status).toBe(200);
    await browser.session();

    const token = tokens.at(-1);
    expect(token).toMatchObject({ sub: 'id-of-jane', name: 'otto', email: 'otto@example.com' });
    expect(token?.jti).not.toBe('mine');
    expect(token).not.toHaveProperty('sid');
    expect(token).not.toHaveProperty('nbf');
    expect(token).not.toHaveProperty('auth_time');
    expect(token?.iat).toBeGreaterThanOrEqual(Math.floor(before / 1000));
    expect(token?.exp).toBeLessThanOrEqual(Math.ceil(Date.now() / 1000) + HOUR);
  });

  it('cannot break the session, however deep or large it is', async () => {
    app = await start(true);
    browser = app.client();
    await browser.signIn('credentials', JANE);
    const deep = `${'{"a":'.repeat(15_000)}1${'}'.repeat(15_000)}`;

    const refused = [400, 503];
    expect(refused).toContain((await updateAsText(deep)).status);
    for (const data of [{ x: 'x'.repeat(80_000) }, { toJSON: 'x' }]) {
      expect([200, ...refused]).toContain((await update(data)).status);
    }
    expect(await browser.session()).toMatchObject({ user: { name: 'jane' } });
    expect((await update({ name: 'Jane Doe' })).json()).toMatchObject({
      user: { name: 'Jane Doe' },
    });
  });
});

describe.each(platforms)('A60 identifiers that a client supplies on %s', (platform) => {
  const watched = new Watched();
  let app: TestApp;

  beforeAll(async () => {
    app = await TestApp.start({ platform, config: watched.config });
  });
  afterAll(() => app.close());

  const IDENTIFIERS = {
    id: 'id-of-otto',
    userId: 'id-of-otto',
    sub: 'id-of-otto',
    providerAccountId: 'id-of-otto',
    provider: 'gh',
    type: 'oauth',
    emailVerified: '2020-01-01',
    email: 'otto@example.com',
    role: 'admin',
    isNewUser: 'true',
  };

  it('are ignored at sign-in, in the body and in the query', async () => {
    const browser = app.client();
    const csrfToken = await browser.csrfToken();
    const query = `${new URLSearchParams(IDENTIFIERS)}`;
    const json = { ...IDENTIFIERS, 'account.userId': 'id-of-otto', 'user[id]': 'id-of-otto' };

    await browser.signIn('credentials', { ...json, ...JANE });
    await browser.post(`/auth/callback/credentials?${query}`, { form: { ...JANE, csrfToken } });
    await browser.signIn('credentials', { ...json, ...JANE });

    expect(await browser.session()).toMatchObject({
      user: { name: 'jane', email: 'jane@example.com' },
    });
    expect(await watched.store.getUserByEmail('otto@example.com')).toBeNull();
    const jane = await watched.store.getUserByEmail('jane@example.com');
    expect(jane).toEqual({
      id: jane?.id,
      name: 'jane',
      email: 'jane@example.com',
      image: null,
      emailVerified: null,
    });
    expect(await watched.store.listAccountsByUserId(jane?.id ?? '')).toEqual([
      expect.objectContaining({
        provider: 'credentials',
        providerAccountId: 'id-of-jane',
        userId: jane?.id,
      }),
    ]);
  });

  it('are ignored at an update of a stored session', async () => {
    const browser = app.client();
    await browser.signIn('credentials', OTTO);
    const token = browser.cookies.get('authjs.session-token') ?? '';
    const before = await watched.store.getSessionAndUser(token);
    watched.reset();

    for (const data of [
      IDENTIFIERS,
      { user: IDENTIFIERS },
      { expires: '2099-01-01', sessionToken: 'x' },
    ]) {
      const json = { csrfToken: await browser.csrfToken(), data, ...IDENTIFIERS };
      expect((await browser.post('/auth/session', { json })).status).toBe(200);
    }

    expect(watched.done()).toEqual([]);
    expect(await watched.store.getSessionAndUser(token)).toEqual(before);
  });

  it('A31 name nobody else: a session is ended by the cookie that holds it and by nothing beside it', async () => {
    const victim = await watched.store.createUser(aUser());
    const session = await watched.store.createSession(aSession({ userId: victim.id }));
    const browser = app.client();
    await browser.signIn('credentials', JANE);
    const { sessionToken } = session;
    const named = {
      sessionToken,
      sessionId: sessionToken,
      id: sessionToken,
      userId: victim.id,
      data: sessionToken,
    };
    const query = `${new URLSearchParams(named)}`;

    await browser.post(`/auth/session?${query}`, {
      json: { ...named, csrfToken: await browser.csrfToken() },
    });
    await browser.get(`/auth/session?${query}`, { authorization: `Bearer ${sessionToken}` });
    await browser.signOut(named);
    await browser.post(`/auth/signout?${query}`, {
      form: { ...named, csrfToken: await browser.csrfToken() },
    });

    expect(await watched.store.getSessionAndUser(sessionToken)).toEqual({ session, user: victim });
  });
});
