import { MemoryAdapter } from '@authnest/testing';
import type { SignInParams } from './options/callbacks.js';
import { LogCollector } from '../../../../test/support/log-collector.js';
import { VECTOR_SECRET } from '../../../../test/support/wire-vectors.js';
import { Credentials } from '../provider/credentials-provider.js';
import { Email } from '../provider/email-provider.js';
import type { AuthConfig } from './options/auth-config.js';
import { skipCSRFCheck } from './options/markers.js';
import { resolveAuthConfig } from './resolve-auth-config.js';

const BASE: AuthConfig = { secret: VECTOR_SECRET, trustHost: true, providers: [] };
const resolve = (config: Partial<AuthConfig> = {}) => resolveAuthConfig({ ...BASE, ...config });
const SIGN_IN: SignInParams = { user: { name: 'Jane' }, account: null };

describe('resolveAuthConfig', () => {
  it('gives all cookies over https the same prefix', () => {
    const { cookies, ownCookies } = resolve({ cookiePrefix: 'host' });

    expect(cookies.secure.sessionToken.name).toMatch(/^__Host-/);
    expect(ownCookies.secure).toMatch(/^__Host-/);
    expect(resolve().ownCookies.secure).not.toMatch(/^__Host-/);
  });

  it('accepts stored tokens that are not encrypted yet, unless it is told not to', () => {
    const accepts = (providerTokens: AuthConfig['providerTokens']) =>
      resolve({ providerTokens }).providerTokens.reading.acceptsPlain;

    expect(accepts('store')).toBe(true);
    expect(accepts('encrypt')).toBe(true);
    expect(accepts({ keep: 'encrypt', acceptPlaintext: false })).toBe(false);
  });

  it('fills in every default', () => {
    expect(resolve()).toMatchObject({
      basePath: '/auth',
      secrets: [VECTOR_SECRET],
      session: {
        strategy: 'jwt',
        maxAgeSeconds: 2_592_000,
        updateAgeSeconds: 86_400,
        absoluteMaxAgeSeconds: undefined,
        tokenAtRest: 'plain',
      },
      jwt: { secrets: [VECTOR_SECRET], maxAgeSeconds: 2_592_000, cache: 10_000 },
      callbacks: {},
      events: {},
      pages: {},
      theme: {},
      trustHost: 'any',
      unauthenticated: 'status',
      timeoutMs: 10_000,
      providerTokens: { keep: 'store', refreshMarginSeconds: 60, revokeAt: 'unlink' },
      csrf: 'check',
    });
  });

  it('treats undefined as absent, everywhere', () => {
    const names = ['session', 'jwt', 'callbacks', 'events', 'pages', 'theme', 'cookies', 'logger'];
    const absent = Object.fromEntries(names.map((name) => [name, undefined]));
    const empty = {
      session: { strategy: undefined, maxAge: undefined, updateAge: undefined },
      jwt: { secret: undefined, maxAge: undefined, cache: undefined },
      callbacks: { session: undefined },
      events: { signIn: undefined },
      pages: { signIn: undefined },
      theme: { logo: undefined },
      guard: { unauthenticated: undefined },
      timeout: undefined,
    };

    for (const config of [absent, empty]) {
      const { session, jwt, callbacks, pages, theme, timeoutMs } = resolve(config);
      expect({ session, jwt, timeoutMs }).toMatchObject({
        session: { strategy: 'jwt', maxAgeSeconds: 2_592_000, updateAgeSeconds: 86_400 },
        jwt: { secrets: [VECTOR_SECRET], maxAgeSeconds: 2_592_000, cache: 10_000 },
        timeoutMs: 10_000,
      });
      expect({ callbacks, pages, theme }).toEqual({ callbacks: {}, pages: {}, theme: {} });
    }
  });

  it.each([
    [{ adapter: new MemoryAdapter() }, 'database'],
    [{ adapter: new MemoryAdapter(), session: { strategy: 'jwt' } }, 'jwt'],
    [{ adapter: new MemoryAdapter(), session: { maxAge: 60 } }, 'database'],
  ] as const)('chooses the strategy from the adapter and the options (%#)', (config, strategy) => {
    expect(resolve(config).session.strategy).toBe(strategy);
  });

  it('makes a JWT valid for as long as the session, unless configured otherwise', () => {
    expect(resolve({ session: { maxAge: 60 } }).jwt.maxAgeSeconds).toBe(60);
    expect(resolve({ session: { maxAge: 60 }, jwt: { maxAge: 30 } }).jwt.maxAgeSeconds).toBe(30);
  });

  it('has a list of secrets, and a separate one for tokens if `jwt.secret` is set', () => {
    expect(resolve({ secret: ['new', 'old'] })).toMatchObject({
      secrets: ['new', 'old'],
      jwt: { secrets: ['new', 'old'] },
    });
    expect(resolve({ jwt: { secret: 'own' } })).toMatchObject({
      secrets: [VECTOR_SECRET],
      jwt: { secrets: ['own'] },
    });
  });

  it('generates 32 random bytes for a session token (D21)', () => {
    const { generateSessionToken } = resolve().session;

    expect(generateSessionToken()).toMatch(/^[0-9a-f]{64}$/);
    expect(generateSessionToken()).not.toBe(generateSessionToken());
  });

  it('keeps `this` in methods of session and jwt', async () => {
    const session = { prefix: 'a', generateSessionToken: () => '' };
    session.generateSessionToken = function token(this: typeof session) {
      return `${this.prefix}-token`;
    };
    class Tokens {
      private readonly text = 'encoded';
      encode(): string {
        return this.text;
      }
    }
    const resolved = resolve({ session, jwt: new Tokens() });

    expect(resolved.session.generateSessionToken()).toBe('a-token');
    expect(await resolved.jwt.encode?.({ secret: '', salt: '' })).toBe('encoded');
  });

  it('accepts a class instance as callbacks, and keeps `this`', async () => {
    class Callbacks {
      private readonly target = '/welcome';
      signIn(): string {
        return this.target;
      }
    }
    const { callbacks } = resolve({ callbacks: new Callbacks() });

    expect(await callbacks.signIn?.(SIGN_IN)).toBe('/welcome');
    expect(Object.keys(callbacks)).toEqual(['signIn']);
  });

  it('accepts a class instance as events, and keeps `this`', async () => {
    class Events {
      readonly seen: unknown[] = [];
      signIn(message: unknown): void {
        this.seen.push(message);
      }
    }
    const events = new Events();
    const message = { user: {}, account: null };

    await resolve({ events }).events.signIn?.(message);

    expect(events.seen).toEqual([message]);
  });

  it('accepts a class instance as logger', () => {
    const logs = new LogCollector();

    resolve({ logger: logs }).logger.warn('a-code');

    expect(logs.warnings).toEqual(['a-code']);
  });

  it('keeps the prototype methods of an adapter', async () => {
    const adapter = new MemoryAdapter();
    const user = { id: '1', email: 'a@example.com', emailVerified: null };
    await adapter.createUser(user);

    expect(await resolve({ adapter }).adapter?.getUser('1')).toEqual(user);
  });

  it('switches the CSRF check off only for the marker', () => {
    expect(resolve({ skipCSRFCheck }).csrf).toBe('skip');
    expect(resolve().csrf).toBe('check');
    // @ts-expect-error a mere true
    expect(resolve({ skipCSRFCheck: true }).csrf).toBe('check');
    // @ts-expect-error a symbol that merely looks alike
    expect(resolve({ skipCSRFCheck: Symbol('authnest:skip-csrf-check') }).csrf).toBe('check');
  });

  it('maps providers by id, in order', () => {
    const one = Credentials({ id: 'one', authorize: () => null });
    const two = Credentials({ id: 'two', authorize: () => null });

    expect([...resolve({ providers: [two, one] }).providers.keys()]).toEqual(['two', 'one']);
  });

  it.each([
    ['/auth', '/auth'],
    ['/api/auth/', '/api/auth'],
    ['/', ''],
  ])('stores the base path %s as "%s"', (basePath, kept) => {
    expect(resolve({ basePath }).basePath).toBe(kept);
  });
});

describe('a realm', () => {
  const everySecret = (tenant?: string, instance = '') => {
    const providers = [Email({ server: 'smtp://localhost', secret: VECTOR_SECRET })];
    const jwt = { secret: [VECTOR_SECRET, 'x'.repeat(32)] };
    const resolved = resolveAuthConfig({ ...BASE, tenant, providers, jwt }, { instance });
    const mail = resolved.providers.get('email');
    return [
      ...resolved.secrets,
      ...resolved.jwt.secrets,
      ...(mail?.type === 'email' ? (mail.secrets ?? []) : []),
    ];
  };

  it('uses the configured secrets if it has neither tenant nor name', () => {
    expect(everySecret()).toEqual([VECTOR_SECRET, VECTOR_SECRET, 'x'.repeat(32), VECTOR_SECRET]);
    expect(resolve()).toMatchObject({ realm: '', session: { tokenPrefix: '' } });
  });

  it('shares no secret with another realm: neither the general one nor that of tokens or mails', () => {
    const realms = [
      everySecret(),
      everySecret('a'),
      everySecret('b'),
      everySecret(undefined, 'a'),
      everySecret('a', 'a'),
    ];

    expect(realms.map(({ length }) => length)).toEqual([4, 4, 4, 4, 4]);
    // In each realm three of the four are the same string.
    expect(new Set(realms.flat()).size).toBe(2 * realms.length);
  });

  it('shows the name of an instance in cookie names, but no tenant', () => {
    const names = (tenant?: string, instance?: string) =>
      resolveAuthConfig({ ...BASE, tenant }, { instance }).cookies.secure.sessionToken.name;

    expect(names('a')).toBe('__Secure-authjs.session-token');
    expect(names(undefined, 'admin')).toBe('__Secure-authnest-admin.session-token');
  });
});
