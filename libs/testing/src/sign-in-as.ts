import { isDeepStrictEqual } from 'node:util';
import {
  type AdapterUser,
  AuthError,
  type IssuedUser,
  type SetCookie,
  type User,
} from '@authnest/core';
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
  /** Id of the provider that the user signs in with. @default 'credentials' */
  provider?: string;
  /**
   * Origin of the application as a browser sees it. With https, the cookies are secure cookies.
   * @default the origin at which the application listens
   */
  url?: string;
}

/** A signed-in user, with the cookies in the form that each test client needs. */
export interface SignedInAs {
  /** The user as stored. */
  readonly user: AdapterUser;
  /** Value of the `Cookie` header: `request(server).get('/me').set('Cookie', cookie)`. */
  readonly cookie: string;
  /** The header for `fetch(url, { headers })`. */
  readonly headers: { readonly cookie: string };
  /** The cookies for Playwright's `context.addCookies(cookies)`. */
  readonly cookies: BrowserCookie[];
  /** A client with these cookies. @throws {Error} if read before the application listens */
  readonly client: CookieClient;
}

/**
 * Opens a real session with the same services as a sign-in, but shows no page, checks no password
 * and emits no event. The user is looked up by id, then by address, and stored if not found.
 *
 * ```ts
 * const { cookie } = await signInAs(app, { name: 'Jane' });
 * await request(app.getHttpServer()).get('/me').set('Cookie', cookie).expect(200);
 * ```
 * @throws {Error} if NODE_ENV is production, there is no AuthModule, or `app.init()` has not run;
 * and if the user is stored with other values than those that the test passes, such as another role
 * @throws {AuthError} if the configuration, the store or a callback refuses the session
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
  const issued = await issuer
    .issue({ user: newcomer(user), provider, url: origin })
    .catch((thrown: unknown) => {
      throw withReason(thrown);
    });
  assertStoredAs(user, issued.user);
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

/** Returns a user with the members that the test sets; `aUser` provides the others. */
function newcomer(user: User & Partial<AdapterUser>): IssuedUser {
  const { id: _ours, ...rest } = aUser();
  return { ...rest, ...user };
}

/** Test runners do not print `cause.err` of an error, such as that a table is missing. */
function withReason(thrown: unknown): unknown {
  if (!(thrown instanceof AuthError) || !thrown.cause?.err) return thrown;
  const { message, cause } = thrown;
  return new AuthError(`signInAs: ${message}: ${thrown.cause.err.message}`, { cause });
}

/** A known user is not changed; a test that asks for another role would get a 403 without a reason. */
function assertStoredAs(given: Partial<AdapterUser>, stored: AdapterUser): void {
  const found = new Map<string, unknown>(Object.entries(stored));
  const other = Object.entries(given)
    .filter(([name]) => name !== 'id' && name !== 'email') // with which the user was found
    .filter(([name, value]) => isComparable(value) && isOther(found.get(name), value))
    .map(([name]) => `\`${name}\``);
  if (other.length > 0) {
    throw new Error(
      `signInAs: the user is stored with another value of ${other.join(', ')}; change the stored user first, or pass another address`,
    );
  }
}

/** Whether stores return the value in the form in which they got it, unlike dates and numbers. */
function isComparable(value: unknown): boolean {
  return typeof value === 'string' || Array.isArray(value);
}

/** A column that is never read is undefined, and a column of dates may have got a string. */
function isOther(found: unknown, given: unknown): boolean {
  if (found === null) return true;
  return typeof found === typeof given && !isDeepStrictEqual(found, given);
}

/** Waits until Fastify has added its routes, as `listen` does but supertest does not. */
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
  'signInAs: `client` requires a listening application; call `await app.listen(0)` before signInAs, or pass `cookie` to supertest';
