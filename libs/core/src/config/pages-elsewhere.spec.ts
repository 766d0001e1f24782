import { Passkey } from '../provider/webauthn-provider.js';
import type { AuthConfig } from './options/auth-config.js';
import { lackedElsewhere } from './pages-elsewhere.js';
import { resolveAuthConfig } from './resolve-auth-config.js';

const API = 'https://api.shop.example';
const APP = 'https://app.shop.example';
const COMPLETE: Partial<AuthConfig> = {
  trustedOrigins: [APP],
  redirects: 'trusted',
  pages: { signIn: APP, error: APP },
};

const lacks = (config: Partial<AuthConfig>, hasProxy = false) =>
  lackedElsewhere(
    resolveAuthConfig({ secret: 's'.repeat(32), providers: [], ...config }, { origin: API }),
    hasProxy,
  );

describe('what pages on another origin lack', () => {
  it('is nothing without such pages, with all options, or behind a redirect proxy', () => {
    expect(lacks({})).toEqual([]);
    expect(lacks(COMPLETE)).toEqual([]);
    expect(lacks({ trustedOrigins: ['https://other.test'] }, true)).toEqual([]);
  });

  it.each<[string, Partial<AuthConfig>, string]>([
    ['redirects', { redirects: 'own' }, "set `redirects: 'trusted'`"],
    ['pages', { pages: { signIn: APP } }, 'set `pages.signIn` and `pages.error`'],
    ['one site', { trustedOrigins: ['https://shop.test'] }, 'belongs to another site than'],
    ['https', { trustedOrigins: ['http://app.shop.example'] }, 'belongs to another site than'],
    ['passkeys of one domain', { providers: [Passkey({})] }, 'set `relayingParty.id`'],
    [
      'passkeys of its origin',
      { providers: [Passkey({ relayingParty: { id: 'shop.example', origin: API } })] },
      'leave `relayingParty.origin` out',
    ],
  ])('is stated with its remedy: %s (NW3)', (_what, config, remedy) => {
    expect(lacks({ ...COMPLETE, ...config })).toEqual([expect.stringContaining(remedy)]);
  });

  it('is not passkeys of a domain that both belong to', () => {
    const provider = Passkey({ relayingParty: { id: 'shop.example' } });

    expect(lacks({ ...COMPLETE, providers: [provider] })).toEqual([]);
  });
});
