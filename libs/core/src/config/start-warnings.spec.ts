import { MemoryAdapter } from '@authnest/testing';
import type { Adapter } from '../adapter/adapter.port.js';
import { Credentials } from '../provider/credentials-provider.js';
import { Email } from '../provider/email-provider.js';
import { OIDC } from '../provider/oauth-provider.js';
import type { AuthConfig } from './options/auth-config.js';
import { resolveAuthConfig } from './resolve-auth-config.js';
import { startWarnings } from './start-warnings.js';

const linking = OIDC({
  id: 'idp',
  name: 'IdP',
  issuer: 'https://idp.example',
  clientId: 'client',
  clientSecret: 's',
  allowDangerousEmailAccountLinking: true,
});

function warningsOf(config: Partial<AuthConfig>, env: Record<string, string> = {}): string[] {
  const complete: AuthConfig = { secret: 'x'.repeat(32), providers: [], ...config };
  return startWarnings(complete, resolveAuthConfig(complete), env);
}

describe('an application warns at its start', () => {
  it('about nothing in a sound configuration', () => {
    expect(warningsOf({ providers: [linking], adapter: new MemoryAdapter() })).toEqual([]);
  });

  it('about linking by address with an adapter that does not record proven addresses', () => {
    const adapter = new MemoryAdapter({ columns: [] });

    expect(warningsOf({ providers: [linking], adapter })).toEqual(['unproven-addresses']);
    expect(warningsOf({ providers: [linking] })).toEqual([]);
  });

  it('about linking by the addresses of a provider that never vouches for them (V5)', () => {
    const silent = { ...linking, verifiedEmail: false as const };
    const proving = { ...silent, options: { verifiedEmail: () => 'ada@example.com' } };
    const adapter = new MemoryAdapter();

    expect(warningsOf({ providers: [silent], adapter })).toEqual(['unvouched-addresses']);
    expect(warningsOf({ providers: [proving], adapter })).toEqual([]);
    expect(warningsOf({ providers: [silent] })).toEqual([]);
  });

  it('about a redirect proxy for a provider that accepts only a short state (RP2)', () => {
    const redirectProxyUrl = 'https://auth.example/auth';
    const of = (longestState: number) => [
      { ...linking, redirectProxyUrl, authorization: { longestState } },
    ];

    expect(warningsOf({ providers: of(128) })).toEqual(['state-too-long']);
    expect(warningsOf({ providers: of(500) })).toEqual([]);
  });

  it('about emailed links with an adapter that cannot record proven addresses or end other links', () => {
    const providers = [Email({ server: 'smtp://localhost' })];
    const adapter: Adapter = new MemoryAdapter({ columns: [] });
    const others = { value: undefined };
    Object.defineProperty(adapter, 'deleteVerificationTokensByIdentifier', others);

    expect(warningsOf({ providers, adapter })).toEqual(['unproven-users', 'unspent-links']);
    expect(warningsOf({ providers, adapter: new MemoryAdapter() })).toEqual([]);
  });

  it('about links of a feature, such as to set a password, with such an adapter', () => {
    const authorize = (): null => null;
    const own = Credentials({ credentials: {}, authorize });
    const providers = [{ ...own, id: 'password', feature: 'password' }];
    const adapter = new MemoryAdapter({ columns: [] });

    expect(warningsOf({ providers, adapter })).toEqual(['unproven-users']);
    expect(warningsOf({ providers: [own], adapter })).toEqual([]);
    expect(warningsOf({ providers, adapter: new MemoryAdapter() })).toEqual([]);
  });

  it.each([' ', '\n', '\t', '\u00a0'])(
    'about white space %j at either end of a secret, which is part of it (S8)',
    (space) => {
      const secret = 'x'.repeat(32);
      const providers = [Email({ server: 'smtp://localhost', secret: `${space}${secret}` })];

      expect(warningsOf({ secret: [secret, `${secret}${space}`] })).toEqual(['padded-secret']);
      expect(warningsOf({ jwt: { secret: space + secret } })).toEqual(['padded-secret']);
      expect(warningsOf({ providers, adapter: new MemoryAdapter() })).toEqual(['padded-secret']);
      expect(warningsOf({ secret: `${secret}${space}${secret}` })).toEqual([]);
    },
  );

  it.each([
    '/auth/signin',
    '/auth/signin/',
    '/Auth/SignIn?from=x',
    '/auth/error',
    '/auth/x/../signout',
  ])('about the custom page %s, which is a built-in one', (page) => {
    expect(warningsOf({ pages: { signIn: page } })).toEqual(['page-is-endpoint']);
    expect(warningsOf({ pages: { error: page }, basePath: '/api/auth' })).toEqual([]);
  });

  it('about no custom page at another path or on another site', () => {
    for (const page of ['/signin', '/auth/login', '/auth', 'https://www.example/auth/signin']) {
      expect(warningsOf({ pages: { signIn: page } })).toEqual([]);
    }
  });

  it('about a provider whose logout tokens need neither a type nor an expiry (J44)', () => {
    const at = (backchannelLogout: object | boolean) => [{ ...linking, backchannelLogout }];
    const adapter = new MemoryAdapter();

    expect(warningsOf({ adapter, providers: at({ acceptLegacyTokens: true }) })).toEqual([
      'legacy-logout-token',
    ]);
    expect(warningsOf({ adapter, providers: at({}) })).toEqual([]);
    expect(warningsOf({ adapter, providers: at(true) })).toEqual([]);
  });

  it('about limits kept in memory in the second of several processes', () => {
    const second = { NODE_APP_INSTANCE: '1' };

    expect(warningsOf({}, second)).toEqual(['limits-per-instance']);
    expect(warningsOf({ limits: { store: {} } }, second)).toEqual([]);
    expect(warningsOf({ limits: false }, second)).toEqual([]);
    expect(warningsOf({}, { NODE_APP_INSTANCE: '0' })).toEqual([]);
  });

  it('about debug mode and about a short secret', () => {
    expect(warningsOf({ debug: true, secret: 'short' })).toEqual(['short-secret', 'debug-enabled']);
  });
});
