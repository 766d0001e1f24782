import type { AdapterUser, IssuedUser, SetCookie, User } from '@authnest/core';
import type { INestApplication } from '@nestjs/common';
import { aUser } from './builders.js';
import { CookieClient } from './cookie-client.js';
import { refuseInProduction } from './refuse-in-production.js';
import { type BrowserCookie, browserCookie } from './sign-in-as/browser-cookie.js';
import { findIssuer } from './sign-in-as/find-issuer.js';
import { isListening, originOf } from './sign-in-as/origin-of.js';

/** Options of {@link signInAs}. */
export interface SignInAsOptions {
  /** `name` or mount path of the AuthModule; required if the application has several. */
  name?: string;
  /** Id of the provider in the session. @default a sign-in with credentials */
  provider?: string;
  /**
   * Origin of the application as a browser sees it. With https, the cookies are secure cookies.
   * @default where the application listens
   */
  url?: string;
}

/** A signed-in browser, in the form that each test client needs. */
export interface SignedInAs {
  /** The user as stored. */
  readonly user: AdapterUser;
  /** Value of the header `Cookie`: `request(app.getHttpServer()).get('/me').set('Cookie', cookie)`. */
  readonly cookie: string;
  /** The same for `fetch(url, { headers })`. */
  readonly headers: { readonly cookie: string };
  /** The same for Playwright's `context.addCookies(cookies)`. */
  readonly cookies: BrowserCookie[];
  /** A client with these cookies. @throws {Error} when read before the application listens */
  readonly client: CookieClient;
}

/**
 * Opens a real session with the services that open one at sign-in, without a page, a password or an
 * event. The user is looked up by id, then by address, and stored if neither is found.
 *
 * ```ts
 * const { cookie } = await signInAs(app, { name: 'Jane' });
 * await request(app.getHttpServer()).get('/me').set('Cookie', cookie).expect(200);
 * ```
 * @throws {Error} with NODE_ENV=production, without an AuthModule, and before `app.init()`
 * @throws {AuthError} when the configuration, the store or a callback refuses the session
 */
export async function signInAs(
  app: INestApplication,
  user: Partial<AdapterUser> = {},
  { name, provider, url }: SignInAsOptions = {},
): Promise<SignedInAs> {
  refuseInProduction('signInAs');
  const issuer = findIssuer(app, name);
  await letFastifyLoad(app);
  const origin = url === undefined ? await originOf(app) : new URL(url);
  const issued = await issuer.issue({ user: newcomer(user), provider, url: origin });
  const cookie = issued.cookies.map((one) => `${one.name}=${one.value}`).join('; ');
  return {
    user: issued.user,
    cookie,
    headers: { cookie },
    cookies: issued.cookies.map((one) => browserCookie(one, origin.hostname)),
    get client() {
      return clientOf(app, { origin, basePath: issuer.basePath(), cookies: issued.cookies });
    },
  };
}

/** A user with the members that the test sets; `aUser` provides the others. */
function newcomer(user: User & Partial<AdapterUser>): IssuedUser {
  const { id: _ours, ...rest } = aUser();
  return { ...rest, ...user };
}

/** Fastify adds its routes while it loads. `listen` waits for that, and supertest does not. */
async function letFastifyLoad(app: INestApplication): Promise<void> {
  if (app.getHttpAdapter().getType() !== 'fastify') return;
  const fastify = app.getHttpAdapter().getInstance() as { ready(): PromiseLike<unknown> };
  await fastify.ready();
}

function clientOf(
  app: INestApplication,
  { origin, basePath, cookies }: { origin: URL; basePath: string; cookies: readonly SetCookie[] },
): CookieClient {
  if (!isListening(app)) throw new Error(NOT_LISTENING);
  const client = new CookieClient(origin.origin, { basePath });
  for (const { name, value } of cookies) client.cookies.set(name, value);
  return client;
}

const NOT_LISTENING =
  'signInAs: `client` needs an application that listens; call `await app.listen(0)` before signInAs, or pass `cookie` to supertest';
