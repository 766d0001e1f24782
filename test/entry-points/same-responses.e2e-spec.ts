import { createHash } from 'node:crypto';
import { type AuthConfig, encode, OAuth } from '@authnest/core';
import type { ClientResponse, CookieClient } from '@authnest/testing';
import { startClock, stopClock } from '../support/clock.js';
import { LogCollector } from '../support/log-collector.js';
import { credentials, JANE, platforms, SECRET, TestApp } from '../support/test-app.js';
import { WebClient } from '../support/web-client.js';

const TOKEN = 'a'.repeat(64);
const CSRF = `${TOKEN}%7C${createHash('sha256').update(`${TOKEN}${SECRET}`).digest('hex')}`;
const JSON_TYPE = { 'content-type': 'application/json' };
const SCRIPT = { 'x-auth-return-redirect': '1' };

const config = (): AuthConfig => ({
  secret: SECRET,
  trustHost: true,
  logger: new LogCollector(),
  providers: [
    credentials(),
    OAuth({
      id: 'gh',
      name: 'GH',
      clientId: 'client',
      clientSecret: 's',
      checks: ['state', 'pkce'],
      authorization: 'https://gh.example/authorize',
      token: 'https://gh.example/token',
      userinfo: 'https://gh.example/user',
    }),
  ],
  callbacks: { jwt: ({ token, session }) => ({ ...token, theme: session ?? token['theme'] }) },
});

interface Asked {
  readonly path: string;
  readonly method?: string;
  readonly headers?: Record<string, string>;
  readonly form?: Record<string, string>;
  readonly json?: unknown;
  /** Signed in, or new (without cookies). By default, the browser has only a CSRF cookie. */
  readonly browser?: 'signed in' | 'new';
}

const REQUESTS: Asked[] = [
  ...['GET', 'HEAD', 'PUT', 'DELETE', 'OPTIONS', 'PATCH'].flatMap((method) => [
    { method, path: '/auth/session' },
    { method, path: '/auth/signin' },
  ]),
  ...['session', 'csrf', 'providers', 'signin', 'signout', 'error', 'verify-request'].flatMap(
    (action): Asked[] => [
      { path: `/auth/${action}` },
      { path: `/auth/${action}/` },
      { path: `/auth/${action}`, browser: 'new' },
      { path: `/auth/${action}`, browser: 'signed in' },
      { path: `/auth/${action}?callbackUrl=%2Fhome&error=AccessDenied` },
      { path: `/auth/${action}?callbackUrl=https%3A%2F%2Fevil.test`, headers: SCRIPT },
      { path: `/auth/${action}/extra` },
      { method: 'POST', path: `/auth/${action}`, form: { csrfToken: TOKEN } },
    ],
  ),
  ...['/auth/', '/auth/nothing', '/auth/webauthn-options/gh', '/auth/webauthn-options'].map(
    (path) => ({ path }),
  ),
  { path: '/auth/callback/gh' },
  { path: '/auth/callback/gh?code=a&state=b' },
  { path: '/auth/callback/gh?error=access_denied&state=b', headers: SCRIPT },
  { path: '/auth/callback/unknown' },
  { path: '/auth/callback/credentials' },
  { path: '/auth/signin/gh' },
  { method: 'POST', path: '/auth/signin', form: { csrfToken: TOKEN } },
  { method: 'POST', path: '/auth/signin/gh', form: { csrfToken: TOKEN, callbackUrl: '/home' } },
  { method: 'POST', path: '/auth/signin/gh?scope=x', form: { csrfToken: TOKEN }, headers: SCRIPT },
  { method: 'POST', path: '/auth/signin/gh', form: {} },
  { method: 'POST', path: '/auth/signin/unknown', form: { csrfToken: TOKEN } },
  { method: 'POST', path: '/auth/signin/credentials', form: { csrfToken: TOKEN } },
  { method: 'POST', path: '/auth/callback/credentials', form: { csrfToken: TOKEN, ...JANE } },
  { method: 'POST', path: '/auth/callback/credentials', json: { csrfToken: TOKEN, ...JANE } },
  {
    method: 'POST',
    path: '/auth/callback/credentials',
    form: { csrfToken: TOKEN, ...JANE, callbackUrl: '/home', json: 'true' },
  },
  { method: 'POST', path: '/auth/callback/credentials', form: { csrfToken: TOKEN } },
  { method: 'POST', path: '/auth/callback/credentials', form: JANE, headers: SCRIPT },
  {
    method: 'POST',
    path: '/auth/callback/credentials',
    form: { csrfToken: TOKEN, ...JANE },
    browser: 'new',
  },
  {
    method: 'POST',
    path: '/auth/callback/credentials',
    json: { csrfToken: TOKEN, username: { a: 1 } },
  },
  {
    method: 'POST',
    path: '/auth/callback/credentials',
    form: { csrfToken: TOKEN, ...JANE },
    headers: { origin: 'https://evil.test' },
  },
  {
    method: 'POST',
    path: '/auth/signout',
    form: { csrfToken: TOKEN, callbackUrl: '/bye' },
    browser: 'signed in',
  },
  { method: 'POST', path: '/auth/signout', form: {}, browser: 'signed in' },
  {
    method: 'POST',
    path: '/auth/session',
    json: { csrfToken: TOKEN, data: 'dark' },
    browser: 'signed in',
  },
  { method: 'POST', path: '/auth/session', json: { data: 'dark' }, browser: 'signed in' },
  { method: 'POST', path: '/auth/signout', json: [], headers: SCRIPT },
];

/** Returns a short form of the request as the title of its test. */
const nameOf = ({ method = 'GET', path, headers, form, json, browser }: Asked): string =>
  [
    method,
    path,
    browser ?? 'known',
    ...Object.keys(headers ?? {}),
    JSON.stringify(form ?? json ?? ''),
  ]
    .join(' ')
    .replaceAll(TOKEN, 'T');

async function ask(client: CookieClient, asked: Asked, session: string) {
  if (asked.browser !== 'new') client.cookies.set('authjs.csrf-token', CSRF);
  if (asked.browser === 'signed in') client.cookies.set('authjs.session-token', session);
  const { path, method = 'GET', headers, form, json } = asked;
  if (form) return client.post(path, { form, headers });
  if (json !== undefined) return client.post(path, { json, headers: { ...JSON_TYPE, ...headers } });
  return client.request(method, path, headers);
}

/** Returns the parts of a response that must be equal, without random values. */
function comparable({ status, headers, text }: ClientResponse) {
  const { 'set-cookie': cookies = [], ...rest } = headers;
  for (const name of ['date', 'connection', 'keep-alive', 'content-length', 'x-powered-by'])
    delete rest[name];
  return {
    status,
    headers: Object.fromEntries(
      Object.entries(rest).map(([name, value]) => [name, withoutChance(String(value))]),
    ),
    cookies: cookies.map(withoutChance),
    text: withoutChance(text),
  };
}

function withoutChance(text: string): string {
  return text
    .replace(/authjs\.state\.[0-9a-f]{16}/g, 'authjs.state.*')
    .replace(/eyJ[\w-]+\.[\w.-]+/g, '<token>')
    .replace(/code_challenge=[\w-]{43}/g, 'code_challenge=*')
    .replace(/\b(?!a{64})[0-9a-f]{64}(?:%7C[0-9a-f]{64})?/g, '<csrf>');
}

describe.each(platforms())('Auth() and the routes on %s', (platform) => {
  let app: TestApp;
  let session: string;
  const same = config();

  beforeAll(async () => {
    app = await TestApp.start({ platform, input: config() });
    stopClock();
    session = await encode({
      token: { sub: '1', name: 'Jane', theme: 'light' },
      secret: SECRET,
      salt: 'authjs.session-token',
    });
  });
  afterAll(async () => {
    startClock();
    await app.close();
  });

  it.each(REQUESTS.map((asked) => [nameOf(asked), asked] as const))(
    'send the same response: %s',
    async (_, asked) => {
      const byRoute = await ask(app.client({ host: 'app.example' }), asked, session);
      const byAuth = await ask(new WebClient(same), asked, session);

      expect(comparable(byRoute)).toEqual(comparable(byAuth));
    },
  );
});
