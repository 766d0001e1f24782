import { createAuthClient } from '@authnest/client';
import { Credentials, CredentialsSignin, type SessionRecord } from '@authnest/core';
import { MemoryAdapter } from '@authnest/testing';
import { createServer } from 'node:http';
import { LoopbackServer } from '../support/loopback-server.js';
import { addressHeader } from '../support/limited-app.js';
import { MapRegistry } from '../support/map-registry.js';
import { credentials, JANE, TestApp } from '../support/test-app.js';
import { clientIn, fetchWith } from './node-client.js';

const failing = (error: string) => expect.objectContaining({ ok: false, error });

/** A server without Authnest. */
class OtherServer extends LoopbackServer {
  static start(text: string): Promise<OtherServer> {
    const server = createServer((_request, response) => response.end(text));
    return new OtherServer(server).listen();
  }
}

describe.each(['express', 'fastify'] as const)('the client on %s', (platform) => {
  let app: TestApp;
  let isDown: boolean;

  beforeAll(async () => {
    const own = Credentials({
      id: 'own',
      credentials: { name: {} },
      authorize: () => {
        throw Object.assign(new CredentialsSignin(), { code: 'locked' });
      },
    });
    app = await TestApp.start({
      platform,
      config: {
        adapter: new MemoryAdapter(),
        session: { strategy: 'jwt' },
        providers: [credentials(), own],
        limits: { address: addressHeader },
        callbacks: {
          jwt: ({ token, trigger, session }) =>
            trigger === 'update' ? { ...token, colour: session } : token,
          session: ({ session, token }) => {
            if (isDown) throw new Error('the store of roles is down');
            return Object.assign(session, { colour: token?.['colour'] });
          },
        },
      },
    });
  });
  beforeEach(() => {
    isDown = false;
  });
  afterAll(() => app.close());

  const fields = { ...JANE, redirect: false };

  it('signs in, reads and updates the session, and signs out', async () => {
    const client = clientIn(app);
    expect(await client.getSession()).toEqual({ ok: true, session: null });

    const signedIn = await client.signIn('credentials', { ...fields, callbackUrl: '/home' });
    expect(signedIn).toEqual({ ok: true, url: `${app.url}/home` });
    expect(await client.getSession()).toMatchObject({ session: { user: { name: 'jane' } } });

    expect(await client.updateSession('green')).toMatchObject({ session: { colour: 'green' } });
    expect(await client.signOut({ callbackUrl: '/bye' })).toEqual({
      ok: true,
      url: `${app.url}/bye`,
    });
    expect(await client.getSession()).toEqual({ ok: true, session: null });
  });

  it('returns what the server refuses, with its code and the page that shows it', async () => {
    const client = clientIn(app);

    expect(await client.signIn('credentials', { ...fields, password: 'wrong' })).toMatchObject({
      ok: false,
      error: 'CredentialsSignin',
      code: 'credentials',
      url: `${app.url}/auth/signin?error=CredentialsSignin&code=credentials`,
    });
    expect(await client.signIn('own', { name: 'jane' })).toMatchObject({ code: 'locked' });
  });

  it('returns the text of a refusal in the language of the page', async () => {
    const refusals = await Promise.all(
      ['en', 'de'].map((language) => {
        const browser = app.client({ 'accept-language': language });
        const client = clientIn(app, { fetch: fetchWith(browser) });
        return client.signIn('credentials', { ...fields, password: 'wrong' });
      }),
    );

    expect(refusals).toMatchObject([
      { message: expect.stringMatching(/^These details/) as string },
      { message: expect.stringMatching(/^Diese Angaben/) as string },
    ]);
  });

  it('names the known providers if one does not exist, without a request to it', async () => {
    expect(await clientIn(app).signIn('github')).toEqual({
      ok: false,
      error: 'NotFound',
      message: 'no provider github, only credentials, own; passkeys: signInWithPasskey',
    });
  });

  it('lists the providers, and returns a CSRF token', async () => {
    const client = clientIn(app);

    expect(await client.getProviders()).toMatchObject({
      ok: true,
      providers: {
        credentials: { type: 'credentials', callbackUrl: expect.any(String) as string },
      },
    });
    expect(await client.getCsrfToken()).toMatchObject({
      csrfToken: expect.stringMatching(/^[0-9a-f]{64}$/) as string,
    });
  });

  it('keeps no list of providers on a server, which renders for many tenants (CT5)', async () => {
    let tenant = 'one';
    const client = createAuthClient({
      fetch: async () => new Response(JSON.stringify({ [tenant]: { id: tenant } })),
    });

    for (tenant of ['one', 'two']) {
      const providers = { [tenant]: { id: tenant } };
      expect(await client.getProviders()).toEqual({ ok: true, providers });
    }
  });

  it('fetches an expired CSRF token once more, and sends the request again', async () => {
    const browser = app.client();
    const baseUrl = `${app.url}/auth`;
    const posts: string[] = [];
    const send = fetchWith(browser);
    const client = createAuthClient({
      baseUrl,
      fetch: (url, init) => {
        if (init?.method !== 'POST') return send(url, init);
        posts.push(String(url as string));
        // Another tab signs out between the token and its use.
        if (posts.length % 2 === 1) browser.cookies.delete('authjs.csrf-token');
        return send(url, init);
      },
    });

    expect(await client.signIn('credentials', fields)).toMatchObject({ ok: true });
    expect(await client.updateSession('red')).toMatchObject({ session: { colour: 'red' } });
    expect(posts).toHaveLength(4);
  });

  it('gives up after the second CSRF token', async () => {
    const browser = app.client();
    const send = fetchWith(browser);
    let posts = 0;
    const client = createAuthClient({
      baseUrl: `${app.url}/auth`,
      fetch: (url, init) => {
        if (init?.method === 'POST') posts += 1;
        browser.cookies.clear();
        return send(url, init);
      },
    });

    expect(await client.signIn('credentials', fields)).toEqual(failing('MissingCSRF'));
    expect(posts).toBe(2);
  });

  it('returns how long to wait after too many attempts', async () => {
    const browser = app.client({ 'x-test-address': '192.0.2.1' });
    const client = clientIn(app, { fetch: fetchWith(browser) });
    const attempt = () => client.signIn('credentials', { ...fields, password: 'wrong' });
    let result = await attempt();
    for (let count = 0; count < 20 && !result.ok && result.error !== 'RateLimited'; count++) {
      result = await attempt();
    }

    expect(result).toMatchObject({
      error: 'RateLimited',
      status: 429,
      message: expect.stringMatching(/^Too many attempts/) as string,
    });
    expect(!result.ok && result.retryAfter).toBeGreaterThan(0);
  });

  it('does not take anybody for signed out if the session could not be read', async () => {
    const client = clientIn(app);
    await client.signIn('credentials', fields);
    isDown = true;

    expect(await client.getSession()).toMatchObject({ error: 'Unavailable', status: 503 });
    expect(await client.getSession()).toMatchObject({ retryAfter: expect.any(Number) as number });
  });

  it('states that another origin is not trusted (K72)', async () => {
    const browser = app.client({ origin: 'https://evil.example' });
    const client = createAuthClient({ baseUrl: `${app.url}/auth`, fetch: fetchWith(browser) });

    expect(await client.signIn('credentials', fields)).toMatchObject({
      error: 'UntrustedOrigin',
      status: 403,
    });
    expect(await client.updateSession(1)).toEqual(failing('UntrustedOrigin'));
  });

  it('reports endpoints that are off, and a wrong base URL', async () => {
    const wrong = clientIn(app, { baseUrl: `${app.url}/api/auth` });

    expect(await clientIn(app).sessions.list()).toMatchObject({ error: 'NotFound', status: 404 });
    expect(await wrong.getSession()).toMatchObject({
      error: 'UnexpectedResponse',
      status: 404,
      message: `${app.url}/api/auth/session: 404, not the expected JSON; is it up, at baseUrl?`,
    });
  });
});

describe.each(['express', 'fastify'] as const)('the list of sessions on %s', (platform) => {
  it('is read, and its sessions are ended', async () => {
    const session = { strategy: 'jwt', revocation: new MapRegistry() } as const;
    const app = await TestApp.start({ platform, config: { session } });
    const [one, other] = [clientIn(app), clientIn(app)];
    expect(await one.sessions.list()).toMatchObject({ error: 'Unauthorized', status: 401 });
    for (const each of [one, other]) await each.signIn('credentials', JANE);

    const listed = await one.sessions.list();
    const sessions = listed.ok ? listed.items : [];
    expect(sessions).toHaveLength(2);
    expect(await one.sessions.list('no cursor')).toMatchObject({ error: 'InvalidRequest' });
    const foreign = sessions.find(({ current }) => !current)?.id ?? '';
    expect(await one.sessions.revoke(foreign)).toEqual({ ok: true, revoked: 1 });
    expect(await one.sessions.revoke(foreign)).toMatchObject({ error: 'NotFound', status: 404 });
    expect(await other.getSession()).toEqual({ ok: true, session: null });
    expect(await one.sessions.revokeOthers()).toEqual({ ok: true, revoked: 0 });
    expect(await one.sessions.revokeAll()).toEqual({ ok: true, revoked: 1 });
    expect(await one.getSession()).toEqual({ ok: true, session: null });
    await app.close();
  });

  it('goes on with the next page (ID12)', async () => {
    const revocation = new MapRegistry();
    const config = { session: { strategy: 'jwt', revocation } } as const;
    const app = await TestApp.start({ platform, config });
    const client = clientIn(app);
    await client.signIn('credentials', JANE);
    const [own] = revocation.records.values();
    for (let nth = 1; nth <= 100; nth += 1) {
      const createdAt = new Date(Number(own?.createdAt) - nth * 1000);
      revocation.record({ ...own, id: `session-${nth}`, createdAt } as SessionRecord);
    }

    const first = await client.sessions.list();
    const last = await client.sessions.list(first.ok ? first.next : '');

    expect([first, last].map((page) => page.ok && page.items.length)).toEqual([100, 1]);
    expect(last).not.toHaveProperty('next');
    expect(await client.sessions.list('x')).toMatchObject({ error: 'InvalidRequest' });
    await app.close();
  });
});

describe('the client without Authnest at the other end', () => {
  const bodies = ['<!doctype html><title>Shop</title>', '', '{', '{}', '"x"', '0', '[]'];

  it.each(bodies)('reports an unexpected response: %j', async (text) => {
    const other = await OtherServer.start(text);
    const client = createAuthClient({ baseUrl: other.url });

    const results = [
      await client.getSession(),
      await client.getCsrfToken(),
      await client.signOut(),
      await client.updateSession(1),
      await client.sessions.list(),
    ];
    expect(results.map((result) => !result.ok && result.error)).toEqual(
      results.map(() => 'UnexpectedResponse'),
    );
    await other.close();
  });

  it('reports a server that is not there', async () => {
    const gone = await OtherServer.start('');
    const { url } = gone;
    await gone.close();
    const client = createAuthClient({ baseUrl: url });

    const results = [await client.getSession(), await client.signIn('x'), await client.signOut()];
    expect(results).toEqual(results.map(() => failing('Unreachable')));
  });

  it('keeps nothing on a server, which renders for many people', async () => {
    const client = createAuthClient();
    const session = { user: { name: 'jane' }, expires: '2030-01-01T00:00:00.000Z' };

    expect(client.handOver(session).sessionState()).toEqual({ status: 'authenticated', session });
    expect(client.sessionState()).toEqual({ status: 'loading' });
  });
});
