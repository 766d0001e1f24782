import { OIDC } from '../../provider/oauth-provider.js';
import { aConfig } from '../../../../../test/support/a-context.js';
import type { ResolvedOAuthProvider } from '../../provider/resolved-provider.js';
import { mergedMetadata } from './server-metadata.js';

const EVERY_TENANT = 'https://login.microsoftonline.com/common/v2.0';

function providerWith(options: object): ResolvedOAuthProvider {
  const own = { id: 'idp', name: 'IdP', clientId: 'client', clientSecret: 'secret', ...options };
  const { providers } = aConfig({ providers: [OIDC(own)] });
  return providers.get('idp') as ResolvedOAuthProvider;
}

describe('the issuer in discovered metadata', () => {
  const discoveredAt = (issuer: string): string => `${issuer}/.well-known/openid-configuration`;
  const check = (issuer: string, options: object) =>
    mergedMetadata(providerWith(options), { issuer }).issuer;

  it.each([
    ['https://idp.example', { issuer: 'https://idp.example' }],
    ['https://idp.example/', { issuer: 'https://idp.example' }],
    ['https://idp.example', { wellKnown: 'https://other.example/metadata' }],
    [
      'https://idp.example/oauth',
      { issuer: 'https://idp.example/', wellKnown: discoveredAt('https://idp.example/oauth') },
    ],
  ])('can be %s with %j', (issuer, options) => {
    expect(check(issuer, options)).toBe(issuer);
  });

  it.each([
    ['https://idp.example/oauth', { issuer: 'https://idp.example' }],
    ['https://IDP.example/a', { issuer: 'https://idp.example/A' }],
    ['http://idp.example', { issuer: 'https://idp.example' }],
    [
      'https://idp.example.evil.test',
      {
        issuer: 'https://idp.example',
        wellKnown: discoveredAt('https://idp.example.evil.test'),
      },
    ],
    [
      'https://idp.example/oauth',
      { issuer: 'https://idp.example', wellKnown: discoveredAt('https://idp.example') },
    ],
  ])('cannot be %s with %j (B20)', (issuer, options) => {
    expect(() => check(issuer, options)).toThrow('differs from the configured one');
  });

  it.each(['http://idp.example', 'urn:idp'])('cannot be %s, which is not secure', (issuer) => {
    const wellKnown = 'https://idp.example/metadata';

    expect(() => check(issuer, { wellKnown })).toThrow('must be an https URL');
  });

  it('cannot have a megabyte, which would take quadratic time to parse (H06)', () => {
    const long = `https://${'\u0300\u0323'.repeat(100_000)}.example/`;
    const before = process.cpuUsage();

    expect(() => check(long, { issuer: 'https://idp.example' })).toThrow('no valid issuer');
    expect(process.cpuUsage(before).user).toBeLessThan(1_000_000);
  });

  it('can use http if the provider runs on this machine', () => {
    const local = 'http://localhost:8080';

    expect(check(local, { wellKnown: `${local}/metadata` })).toBe(local);
    expect(() => check('urn:idp', { wellKnown: `${local}/metadata` })).toThrow('https');
  });

  it('cannot serve every tenant if accounts are linked by address, unless some are listed (A40)', () => {
    const linking = {
      wellKnown: 'https://sign-in.example/metadata',
      allowDangerousEmailAccountLinking: true,
    };

    expect(() => check(EVERY_TENANT, linking)).toThrow('serves every tenant');
    expect(check(EVERY_TENANT, { ...linking, tenants: ['one'] })).toBe(EVERY_TENANT);
    expect(check(EVERY_TENANT, { wellKnown: linking.wellKnown })).toBe(EVERY_TENANT);
    expect(check('https://idp.example', linking)).toBe('https://idp.example');
  });
});
