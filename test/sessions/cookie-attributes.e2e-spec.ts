import type { AuthConfig } from '@authnest/core';
import type { AddressInfo } from 'node:net';
import { authorize, OidcProvider } from '../support/oidc.js';
import { sentCookies } from '../support/set-cookies.js';
import { MeController } from '../support/signed-out.js';
import {
  credentials,
  JANE,
  type Platform,
  platforms,
  TestApp,
  type TestAppOptions,
} from '../support/test-app.js';
import { TLS_CERTIFICATE, TLS_KEY, TlsClient } from '../support/tls.js';

const CHECK = { 'max-age': '900', expires: expect.any(String) };
/** The names of the cookies without prefix, with the attributes that determine their expiry. */
const ROLES: Record<string, Record<string, unknown>> = {
  'authjs.session-token': {
    'max-age': expect.stringMatching(/^\d+$/),
    expires: expect.any(String),
  },
  'authjs.callback-url': {},
  'authjs.csrf-token': {},
  'authjs.pkce.code_verifier': CHECK,
  'authjs.state': CHECK,
  'authjs.nonce': CHECK,
  'authjs.state.<attempt>': CHECK,
};

const PREFIX = /^__(?:Host|Secure)-/;

/** Returns options that make the platform trust the proxy in front of it. */
function behindProxy(platform: Platform): Partial<TestAppOptions> {
  if (platform === 'fastify') return { platformOptions: { trustProxy: true } };
  return { configure: (app) => app.getHttpAdapter().getInstance().set('trust proxy', true) };
}

/** Returns the attributes of all cookies with a value, with attribute names in lower case. */
function attributesOf(lines: readonly string[]) {
  const set = sentCookies(lines).filter(({ value }) => value !== '');
  return Object.fromEntries(
    set.map(({ name, attributes }) => [
      name.replace(/\.[0-9a-f]{16}$/, '.<attempt>'),
      Object.fromEntries([...attributes].map(([key, value]) => [key.toLowerCase(), value])),
    ]),
  );
}

function expected(prefixOf: (role: string) => string, secure: boolean) {
  const common = { path: '/', httponly: '', samesite: 'Lax', ...(secure ? { secure: '' } : {}) };
  return Object.fromEntries(
    Object.entries(ROLES).map(([role, ends]) => [prefixOf(role) + role, { ...common, ...ends }]),
  );
}

const plain = expected(() => '', false);
const secure = expected((role) => (role === 'authjs.csrf-token' ? '__Host-' : '__Secure-'), true);
const host = expected(() => '__Host-', true);

describe.each(platforms())('cookies on %s', (platform) => {
  let idp: OidcProvider;
  let app: TestApp;

  beforeAll(async () => {
    idp = await OidcProvider.start();
  });

  afterEach(() => app.close());

  afterAll(() => idp.close());

  async function start(
    options: Partial<TestAppOptions>,
    config: Partial<AuthConfig> = {},
  ): Promise<void> {
    app = await TestApp.start({
      platform,
      module: { controllers: [MeController] },
      ...options,
      config: {
        providers: [credentials(), idp.config('idp', { checks: ['pkce', 'state', 'nonce'] })],
        ...config,
      },
    });
  }

  it.each<[string, object, Record<string, string>, Partial<AuthConfig>]>([
    ['are plain over http (D09)', plain, {}, {}],
    ['are plain if a client pretends to be a proxy (D09)', plain, { forged: 'https' }, {}],
    ['are secure behind a proxy that terminates TLS (D09)', secure, { proxied: 'https' }, {}],
    ['are plain behind a proxy without TLS (D09)', plain, { proxied: 'http' }, {}],
    [
      'all have the prefix __Host- if it is configured (D09)',
      host,
      { proxied: 'https' },
      { cookiePrefix: 'host' },
    ],
    [
      'have no prefix over http, even if one is configured (D09)',
      plain,
      {},
      { cookiePrefix: 'host' },
    ],
    ['are secure over http if useSecureCookies is true', secure, {}, { useSecureCookies: true }],
    [
      'are plain over https if useSecureCookies is false',
      plain,
      { proxied: 'https' },
      { useSecureCookies: false },
    ],
  ])('%s', async (_, attributes, { forged, proxied }, config) => {
    await start(proxied ? behindProxy(platform) : {}, config);
    const forwarded = forged ?? proxied;
    const browser = app.client(forwarded ? { 'x-forwarded-proto': forwarded } : {});
    const lines: string[] = [];

    await browser.signIn('idp', { callbackUrl: '/home' });
    lines.push(...browser.lastSetCookies);
    await browser.signIn('credentials', JANE);
    lines.push(...browser.lastSetCookies);

    expect(attributesOf(lines)).toEqual(attributes);
    const kept = [...browser.cookies.keys()].filter((name) => !/state\.\w{16}$/.test(name));
    expect(kept.sort()).toEqual(
      Object.keys(attributes)
        .filter((name) => !name.endsWith('<attempt>'))
        .sort(),
    );
    expect((await browser.get('/me')).status).toBe(200);
  });

  it('are secure if the application itself serves https (D09)', async () => {
    const tls = { key: TLS_KEY, cert: TLS_CERTIFICATE };
    await start(
      platform === 'express'
        ? { appOptions: { httpsOptions: tls } }
        : { platformOptions: { https: tls } },
    );
    const client = new TlsClient((app.app.getHttpServer().address() as AddressInfo).port);

    const { csrfToken } = JSON.parse(await client.send('/auth/csrf')) as { csrfToken: string };
    await client.send('/auth/signin/idp', { csrfToken });
    await client.send('/auth/callback/credentials', { csrfToken, ...JANE });

    expect(attributesOf(client.lines)).toEqual(secure);
    expect(JSON.parse(await client.send('/me'))).toMatchObject({ name: 'jane' });
  });

  it('keep their attributes when they are cleared (D09)', async () => {
    await start(behindProxy(platform));
    await idp.provider.addClient({
      client_id: 'client-idp',
      client_secret: 'canary-client-secret-91d2c8',
      redirect_uris: [`${app.url.replace('http:', 'https:')}/auth/callback/idp`],
    });
    const browser = app.client({ 'x-forwarded-proto': 'https' });
    await browser.get(await authorize(browser, 'idp'));

    const cleared = sentCookies(browser.lastSetCookies).filter(({ value }) => value === '');

    expect(cleared).toHaveLength(4);
    for (const { name, attributes } of cleared) {
      expect(name).toMatch(PREFIX);
      expect([...attributes]).toEqual([
        ['Max-Age', '0'],
        ['Path', '/'],
        ['HttpOnly', ''],
        ['Secure', ''],
        ['SameSite', 'Lax'],
      ]);
    }
    expect(await browser.session()).toMatchObject({ user: { name: 'Ada Lovelace' } });
  });
});
