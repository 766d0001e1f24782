import type { AuthConfig } from '@authnest/core';
import { timesOf } from '../support/effort.js';
import { sentCookies } from '../support/set-cookies.js';
import { SharedConnections } from '../support/shared-connections.js';
import { MeController, SESSION } from '../support/signed-out.js';
import { PASSWORD, platforms, TestApp } from '../support/test-app.js';
import { WatchedStore } from '../support/watched-store.js';

const COUNT = timesOf('USERS_AT_ONCE', { part: 60, whole: 200 });
const USERS = Array.from({ length: COUNT }, (_, nth) => `user-${nth}`);

/** The responses that one user received. */
interface Visit {
  readonly name: string;
  readonly location: string | undefined;
  readonly cookies: ReadonlyMap<string, string>;
  readonly session: string;
  readonly me: string;
}

/** Signs in and reads the session, over connections that all users share. */
async function visit(connections: SharedConnections, name: string): Promise<Visit> {
  const cookies = new Map<string, string>();
  const send = async (path: string, form?: Record<string, string>) => {
    const cookie = [...cookies].map(([key, value]) => `${key}=${encodeURIComponent(value)}`);
    const response = await connections.send(path, { cookie: cookie.join('; '), form });
    for (const sent of sentCookies(response.headers['set-cookie']))
      cookies.set(sent.name, sent.value);
    return response;
  };
  const { csrfToken } = JSON.parse((await send('/auth/csrf')).text) as { csrfToken: string };
  const form = { csrfToken, username: name, password: PASSWORD, callbackUrl: `/of/${name}` };
  const { location } = (await send('/auth/callback/credentials', form)).headers;
  const [session, me] = await Promise.all([send('/auth/session'), send('/me')]);
  return { name, location, cookies, session: session.text, me: me.text };
}

describe.each(platforms())('many users at once on %s', (platform) => {
  it.each<[string, () => Promise<Partial<AuthConfig>>]>([
    ['stateless', async () => ({})],
    ['stateless and renewed at each request', async () => ({ session: { updateAge: 0 } })],
    ['stateless without a cache', async () => ({ jwt: { cache: 0 } })],
    ['in memory', async () => ({ adapter: (await WatchedStore.open('memory')).adapter })],
    ['in SQLite', async () => ({ adapter: (await WatchedStore.open('sqlite')).adapter })],
  ])('each see their own session if sessions are %s (A41)', async (_, config) => {
    const module = { controllers: [MeController] };
    const app = await TestApp.start({ platform, config: await config(), module });
    // The default is five seconds, but on a loaded machine a connection may be idle for longer.
    app.app.getHttpServer().keepAliveTimeout = 60_000;
    const connections = new SharedConnections(app.url, 10);

    const visits = await Promise.all(USERS.map((name) => visit(connections, name)));

    for (const { name, location, cookies, session, me } of visits) {
      const user = { name, email: `${name}@example.com` };
      expect(location).toBe(`${app.url}/of/${name}`);
      expect(cookies.get('authjs.callback-url')).toBe(`${app.url}/of/${name}`);
      expect(JSON.parse(session)).toMatchObject({ user });
      expect(JSON.parse(me)).toMatchObject(user);
    }
    for (const cookie of [SESSION, 'authjs.csrf-token']) {
      expect(new Set(visits.map(({ cookies }) => cookies.get(cookie))).size).toBe(USERS.length);
    }
    connections.close();
    await app.close();
  });
});
