import { MemoryAdapter } from '@authnest/testing';
import { LogCollector } from '../../../../test/support/log-collector.js';
import { VECTOR_SECRET } from '../../../../test/support/wire-vectors.js';
import { Credentials } from '../provider/credentials-provider.js';
import { OAuth, OIDC } from '../provider/oauth-provider.js';
import type { AuthConfig } from './options/auth-config.js';
import { assertAuthConfig } from './checks/assert-auth-config.js';
import { withEnvDefaults } from './env-defaults.js';
import { resolveAuthConfig } from './resolve-auth-config.js';

/** Returns a configuration with options of every kind. */
function everything(): AuthConfig {
  return {
    providers: [
      OIDC({
        id: 'idp',
        name: 'IdP',
        issuer: 'https://idp.example',
        clientId: 'id',
        clientSecret: 's',
      }),
      OAuth({
        id: 'gh',
        name: 'GH',
        authorization: { url: 'https://gh.example/a', params: { scope: 'read' } },
        token: 'https://gh.example/t',
        userinfo: { url: 'https://gh.example/u' },
        checks: ['pkce', 'state'],
        client: { token_endpoint_auth_method: 'client_secret_post' },
        style: { brandColor: '#fff' },
        options: { clientId: 'id', clientSecret: 'secret', authorization: { params: { a: '1' } } },
      }),
      Credentials({ credentials: { username: { label: 'Name' } }, authorize: () => null }),
    ],
    adapter: new MemoryAdapter(),
    secret: [VECTOR_SECRET, 'another-secret-0123456789abcdef01234567'],
    session: { maxAge: 60, updateAge: 0 },
    jwt: { maxAge: 30 },
    callbacks: { signIn: () => true },
    events: { signIn: () => undefined },
    pages: { signIn: '/sign-in' },
    theme: { brandColor: 'red', colorScheme: 'dark' },
    cookies: { sessionToken: { options: { sameSite: 'strict' } } },
    trustHost: ['App.example'],
    trustedOrigins: ['https://other.example'],
    guard: { unauthenticated: 'redirect' },
    logger: new LogCollector(),
    experimental: {},
  };
}

const isOurs = (value: unknown): value is object =>
  typeof value === 'object' &&
  value !== null &&
  [Object.prototype, Array.prototype].includes(Object.getPrototypeOf(value) as object);

/** Freezes plain objects and lists, as an application might; this must make no difference. */
function deepFreeze<T>(value: T): T {
  if (isOurs(value)) Object.values(Object.freeze(value)).forEach(deepFreeze);
  return value;
}

function resolve(config: AuthConfig) {
  const complete = withEnvDefaults({}, config);
  assertAuthConfig(complete);
  return resolveAuthConfig(complete);
}

describe('a resolved configuration', () => {
  it('is made without writing to its input (O7)', () => {
    expect(() => resolve(deepFreeze(everything()))).not.toThrow(TypeError);
  });

  it('is frozen, including the objects in it', () => {
    const resolved = resolve(everything());

    expect(Object.isFrozen(resolved)).toBe(true);
    for (const [name, value] of Object.entries(resolved)) {
      if (isOurs(value) && name !== 'events')
        expect([name, Object.isFrozen(value)]).toEqual([name, true]);
    }
    for (const provider of resolved.providers.values())
      expect(Object.isFrozen(provider)).toBe(true);
  });

  it('does not freeze objects of the application', () => {
    const config = everything();
    const parts = [
      config,
      config.session,
      config.callbacks,
      config.events,
      config.pages,
      config.theme,
    ];

    resolve(config);

    for (const part of [...parts, config.adapter, config.logger, ...config.providers]) {
      expect(Object.isFrozen(part)).toBe(false);
    }
  });

  it('does not change when the application changes the input afterwards', () => {
    const config = everything();
    const resolved = resolve(config);
    const seen = () => {
      const { pages, theme, secrets, session } = resolved;
      return JSON.stringify({ pages, theme, secrets, maxAge: session.maxAgeSeconds });
    };
    const before = seen();

    Object.assign(config, { theme: { brandColor: 'blue' } });
    Object.assign(config.pages ?? {}, { signIn: '/elsewhere' });
    Object.assign(config.session ?? {}, { maxAge: 1 });
    if (Array.isArray(config.secret)) config.secret.reverse();

    expect(seen()).toBe(before);
  });
});
