import { OAuth, OIDC } from '../provider/oauth-provider.js';
import type { Provider } from '../provider/provider.js';
import { checkProviders } from './check-providers.js';

function problemsOf(...providers: Provider[]): string[] {
  return [...checkProviders({ providers })].map(({ type, message }) => `${type}: ${message}`);
}

describe('checkProviders', () => {
  it('asks an OpenID Connect provider for its issuer, and for nothing that the issuer would tell', () => {
    expect(problemsOf(OIDC({ id: 'my-company', name: 'Company', clientId: 'shop' }))).toEqual([
      'InvalidEndpoints: provider `my-company`: an OpenID Connect provider needs `issuer`; set it or AUTH_MY_COMPANY_ISSUER',
    ]);
  });

  it('asks an OAuth provider without an issuer for each endpoint that is missing', () => {
    const provider = OAuth({
      id: 'gh',
      name: 'GH',
      clientId: 'shop',
      token: 'https://gh.example/token',
      userinfo: { params: {} },
    });

    expect(problemsOf(provider)).toEqual([
      'InvalidEndpoints: provider `gh`: has no `issuer`, so it needs `authorization` as a URL or `{ url }`',
      'InvalidEndpoints: provider `gh`: has no `issuer`, so it needs `userinfo` as a URL or `{ url }`',
    ]);
  });
});
