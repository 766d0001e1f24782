import { aSession, aUser } from '@authnest/testing';
import { JANE, OTTO, platforms, TestApp } from '../support/test-app.js';
import { Watched } from '../support/watched.js';

describe.each(platforms())('identifiers that a client supplies on %s (A60)', (platform) => {
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

  it('are ignored when a stored session is updated', async () => {
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

  it('select no other session: a sign-out ends the session of the cookie only (A31)', async () => {
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
