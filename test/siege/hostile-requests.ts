import { createHash } from 'node:crypto';

/** A request that a siege sends. */
export interface SiegeRequest {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** The CSRF token of an unknown client, and the matching cookie. */
export interface Stranger {
  readonly csrfToken: string;
  readonly cookie: string;
}

/** A kind of request that is designed to be as expensive as possible. */
export interface HostileRequest {
  readonly name: string;
  /** Creates a request. @param nth - makes each request different */
  make(nth: number, stranger: Stranger): SiegeRequest;
  /** Share of the requests to send, since large bodies are slow. @default 1 */
  readonly share?: number;
}

/** Size of a padded Cookie header, in bytes; Node accepts 16 kB of headers. */
const COOKIES = 15_000;
/** Sizes of bodies, in bytes. By default, Express accepts 100 kB, and Fastify 1 MB. */
export const BODIES = { express: 99_000, fastify: 1_000_000 } as const;

const JSON_TYPE = { 'content-type': 'application/json' };
const FORM_TYPE = { 'content-type': 'application/x-www-form-urlencoded' };

/** Returns the most expensive known requests. @param size - size of a body, in bytes */
export function hostileRequests(size: number): readonly HostileRequest[] {
  const lists = listsOf(size);
  const members = membersOf(size);
  const levels = levelsOf(size);
  const fields = fieldsOf(size);
  // This character of three bytes becomes eighteen characters when normalized.
  const growing = '%EF%B7%BA'.repeat(size / 10);
  return [
    {
      name: 'a callback with a token that was never sealed',
      make(nth) {
        const state = `state-${nth % 500}`;
        const name = `authjs.state.${sha256(state).slice(0, 16)}`;
        const cookie = padded(`${name}=${unsealed(nth)}`);
        return {
          method: 'GET',
          path: `/auth/callback/idp?state=${state}&code=x`,
          headers: { cookie },
        };
      },
    },
    {
      name: 'a sign-out with 100 planted attempts',
      make(nth, { cookie, csrfToken }) {
        const planted = times(
          100,
          (at) => `authjs.state.${sha256(`${nth}-${at}`).slice(0, 16)}=${unsealed(at)}`,
        );
        return post('/auth/signout', `csrfToken=${csrfToken}`, {
          ...FORM_TYPE,
          cookie: [cookie, ...planted].join('; '),
        });
      },
    },
    {
      name: 'a guarded route with 539 parts',
      make: () => ({ method: 'GET', path: '/me', headers: { cookie: sessionParts() } }),
    },
    {
      name: 'a session with 539 parts',
      make: () => ({ method: 'GET', path: '/auth/session', headers: { cookie: sessionParts() } }),
    },
    {
      name: 'a session that was never sealed, 14 kB',
      make: (nth) => ({
        method: 'GET',
        path: '/auth/session',
        headers: { cookie: `authjs.session-token=${unsealed(nth)}${'A'.repeat(14_000)}` },
      }),
    },
    {
      name: 'names without values in the Cookie header',
      make: () => ({
        method: 'GET',
        path: '/auth/session',
        headers: { cookie: `${times(700, () => 'authjs.session-token').join(';')};a=b` },
      }),
    },
    {
      name: 'a body of lists, without a token',
      share: 0.1,
      make: () => post('/auth/callback/credentials', lists, JSON_TYPE),
    },
    {
      name: 'a body of members, without a token',
      share: 0.1,
      make: () => post('/auth/callback/credentials', members, JSON_TYPE),
    },
    {
      name: 'a body of levels, with a token',
      share: 0.1,
      make: (_, stranger) => withToken(stranger, '/auth/session', levels),
    },
    {
      name: 'a body of members, with a token',
      share: 0.1,
      make: (_, stranger) => withToken(stranger, '/auth/session', members),
    },
    {
      name: 'a form from a provider with countless fields',
      share: 0.1,
      make: () => post('/auth/callback/forms', fields, FORM_TYPE),
    },
    {
      name: 'a form from a provider with one field, which grows when encoded',
      share: 0.1,
      make: () => post('/auth/callback/forms', `state=${'/'.repeat(size - 100)}`, FORM_TYPE),
    },
    {
      name: 'the longest name that fits, which grows when normalized',
      share: 0.1,
      make: (nth, { cookie, csrfToken }) =>
        post(
          '/auth/callback/credentials',
          `csrfToken=${csrfToken}&username=${nth}${growing}&password=x`,
          { ...FORM_TYPE, cookie },
        ),
    },
    {
      name: 'a form from a page with a long foreign host',
      make: (nth, { csrfToken, cookie }) =>
        post('/auth/signout', `csrfToken=${csrfToken}`, {
          ...FORM_TYPE,
          cookie,
          referer: `https://${foreignHost(nth, 1400)}/`,
        }),
    },
    {
      name: 'guesses for users that do not exist',
      make: (nth, { cookie, csrfToken }) =>
        post(
          '/auth/callback/credentials',
          `csrfToken=${csrfToken}&username=nobody-${nth}&password=x`,
          {
            ...FORM_TYPE,
            cookie: padded(cookie),
          },
        ),
    },
    {
      name: 'a sign-in page with countless parameters',
      make: () => ({ method: 'GET', path: `/auth/signin?${'a=&'.repeat(4000)}` }),
    },
  ];
}

/** Returns the request of an ordinary browser for the sign-in page. */
export function ordinaryRequest(_: number, { cookie }: Stranger): SiegeRequest {
  return { method: 'GET', path: '/auth/signin', headers: { cookie } };
}

/** Returns the same bytes for a route that does nothing, to measure the host's own parsers. */
export function toHost({ method, headers, body }: SiegeRequest): SiegeRequest {
  return { method, path: '/host', headers, body };
}

function post(path: string, body: string, headers: Readonly<Record<string, string>>): SiegeRequest {
  return { method: 'POST', path, headers, body };
}

function withToken({ cookie, csrfToken }: Stranger, path: string, data: string): SiegeRequest {
  const body = `{"csrfToken":"${csrfToken}","data":${data}}`;
  return post(path, body, { ...JSON_TYPE, cookie });
}

function listsOf(size: number): string {
  return `{"data":[${times(size / 3 - 10, () => '[]').join(',')}]}`;
}

function membersOf(size: number): string {
  return `{${times(size / 12, (at) => `"m${at}":1`).join(',')}}`.slice(0, size);
}

function levelsOf(size: number): string {
  const depth = Math.floor(size / 2 - 100);
  return '['.repeat(depth) + ']'.repeat(depth);
}

function fieldsOf(size: number): string {
  return times(size / 8, (at) => `f${at}=`).join('&');
}

function sessionParts(): string {
  return times(539, (at) => `authjs.session-token.${at}=1`).join('; ');
}

/** Returns a JWE with a unique header, which no key has encrypted. */
function unsealed(n: number): string {
  const header = Buffer.from(`{"alg":"dir","enc":"A256GCM","n":${n}}`).toString('base64url');
  return `${header}..AAAAAAAAAAAAAAAA.AAAA.AAAAAAAAAAAAAAAAAAAAAA`;
}

/** A host of different characters, which take quadratic time to convert. */
function foreignHost(nth: number, length: number): string {
  return times(length, (at) =>
    encodeURIComponent(String.fromCharCode(0x4e00 + ((at + nth) % 20_000))),
  ).join('');
}

function padded(cookie: string): string {
  return `${cookie}; padding=${'x'.repeat(COOKIES - cookie.length)}`;
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

function times<T>(count: number, make: (at: number) => T): T[] {
  return Array.from({ length: Math.floor(count) }, (_, at) => make(at));
}
