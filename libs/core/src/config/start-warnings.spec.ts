import { MemoryAdapter } from '@authnest/testing';
import type { Adapter } from '../adapter/adapter.port.js';
import { Email } from '../provider/email-provider.js';
import { OIDC } from '../provider/oauth-provider.js';
import type { AuthConfig } from './auth-config.js';
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

function warningsOf(config: Partial<AuthConfig>): string[] {
  const complete: AuthConfig = { secret: 'x'.repeat(32), providers: [], ...config };
  return startWarnings(complete, resolveAuthConfig(complete));
}

describe('the start warns', () => {
  it('of nothing in a sound configuration', () => {
    expect(warningsOf({ providers: [linking], adapter: new MemoryAdapter() })).toEqual([]);
  });

  it('of linking by address with an adapter that cannot tell proven addresses', () => {
    const adapter = new MemoryAdapter({ columns: [] });

    expect(warningsOf({ providers: [linking], adapter })).toEqual(['unproven-addresses']);
    expect(warningsOf({ providers: [linking] })).toEqual([]);
  });

  it('of linking by the addresses of a provider that vouches for none (V5)', () => {
    const silent = { ...linking, verifiedEmail: false as const };
    const told = { ...silent, options: { verifiedEmail: () => 'ada@example.com' } };
    const adapter = new MemoryAdapter();

    expect(warningsOf({ providers: [silent], adapter })).toEqual(['unvouched-addresses']);
    expect(warningsOf({ providers: [told], adapter })).toEqual([]);
    expect(warningsOf({ providers: [silent] })).toEqual([]);
  });

  it('of mailed links with an adapter that cannot tell proven addresses or end the other links', () => {
    const providers = [Email({ server: 'smtp://localhost' })];
    const adapter: Adapter = new MemoryAdapter({ columns: [] });
    const others = { value: undefined };
    Object.defineProperty(adapter, 'deleteVerificationTokensByIdentifier', others);

    expect(warningsOf({ providers, adapter })).toEqual(['unproven-users', 'unspent-links']);
    expect(warningsOf({ providers, adapter: new MemoryAdapter() })).toEqual([]);
  });

  it.each([' ', '\n', '\t', '\u00a0'])(
    'of white space %j at the ends of a secret, which counts (S8)',
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
  ])('of the own page %s, which is the built-in one (S, no word at start)', (page) => {
    expect(warningsOf({ pages: { signIn: page } })).toEqual(['page-is-endpoint']);
    expect(warningsOf({ pages: { error: page }, basePath: '/api/auth' })).toEqual([]);
  });

  it('of no own page beside the endpoints, or elsewhere (S, no word at start)', () => {
    for (const page of ['/signin', '/auth/login', '/auth', 'https://www.example/auth/signin']) {
      expect(warningsOf({ pages: { signIn: page } })).toEqual([]);
    }
  });

  it('of debug and of a short secret', () => {
    expect(warningsOf({ debug: true, secret: 'short' })).toEqual(['short-secret', 'debug-enabled']);
  });
});
