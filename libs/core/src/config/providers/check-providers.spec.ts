import { OAuth, OIDC } from '../../provider/oauth-provider.js';
import type { Provider } from '../../provider/provider.js';
import { problemsOf as problemsWith } from '../../../../../test/support/problems-of.js';
import { authActions } from '../../model/auth-action.js';
import { checkProviders } from './check-providers.js';

function problemsOf(...providers: Provider[]): string[] {
  return [...checkProviders({ providers })].map(({ type, message }) => `${type}: ${message}`);
}

describe('checkProviders', () => {
  it('requires the issuer of an OpenID Connect provider, but nothing from its metadata', () => {
    expect(
      problemsOf(OIDC({ id: 'my-company', name: 'Company', clientId: 'shop', clientSecret: 's' })),
    ).toEqual([
      'InvalidEndpoints: provider `my-company`: an OpenID Connect provider needs `issuer`; set it or AUTH_MY_COMPANY_ISSUER',
    ]);
  });

  it('reports only once an option that several URLs need', () => {
    const provider = OAuth({
      id: 'my-social',
      name: 'My social',
      clientId: 'x',
      clientSecret: 's',
      authorization: '{issuer}/authorize',
      token: '{issuer}/token',
      userinfo: 'https://{accountID}.example/me',
    });

    expect(problemsOf(provider)).toEqual([
      'InvalidEndpoints: provider `my-social`: its URLs contain the placeholder {issuer}; set `issuer` or AUTH_MY_SOCIAL_ISSUER',
      'InvalidEndpoints: provider `my-social`: its URLs contain the placeholder {accountID}; set `accountID`',
    ]);
  });

  it('reports each missing endpoint of an OAuth provider without an issuer', () => {
    const provider = OAuth({
      id: 'gh',
      name: 'GH',
      clientId: 'shop',
      clientSecret: 's',
      token: 'https://gh.example/token',
      userinfo: { params: {} },
    });

    expect(problemsOf(provider)).toEqual([
      'InvalidEndpoints: provider `gh`: has no `issuer`, so it needs `authorization` as a URL or `{ url }`',
      'InvalidEndpoints: provider `gh`: has no `issuer`, so it needs `userinfo` as a URL or `{ url }`',
    ]);
  });

  it.each([[null], [undefined], ['github'], [{}], [{ id: 5, type: 'oidc' }], [[]]])(
    'refuses %j as a provider',
    (value) => {
      expect(anyProblemsOf(value)).toEqual([
        'AuthError: providers[0]: expected a provider; call its factory, or pass the factory itself',
      ]);
    },
  );

  it.each(['saml', undefined])('refuses a provider of the type %s', (type) => {
    expect(anyProblemsOf({ id: 'x', name: 'X', type })).toEqual([
      expect.stringContaining(
        "AuthError: provider `x`: `type` must be 'oidc', 'oauth', ",
      ) as unknown,
    ]);
  });

  it('requires authorize for credentials, in the provider or in its options', () => {
    const authorize = () => null;

    expect(anyProblemsOf({ id: 'c', type: 'credentials' })).toEqual([
      'MissingAuthorize: provider `c`: needs `authorize`, which returns the user or null',
    ]);
    expect(anyProblemsOf({ id: 'c', type: 'credentials', authorize })).toEqual([]);
    expect(anyProblemsOf({ id: 'c', type: 'credentials', options: { authorize } })).toEqual([]);
  });

  it('checks the id in the options too', () => {
    expect(anyProblemsOf(credentials('a'), { ...credentials('b'), options: { id: 'A' } })).toEqual([
      expect.stringContaining('providers[1].id: `A` is already used') as unknown,
    ]);
    expect(anyProblemsOf({ ...credentials('a'), options: { id: 5 } })).toHaveLength(1);
  });

  it.each(['google', 'microsoft-entra-id', 'my_idp.v2', 'A1', '0'])(
    'accepts the id %s (A32)',
    (id) => {
      expect(anyProblemsOf(credentials(id))).toEqual([]);
    },
  );

  it('refuses two providers with the same id, and ids that differ only in case (A32)', () => {
    expect(anyProblemsOf(credentials('idp'), credentials('idp'), credentials('IdP'))).toEqual([
      'AuthError: providers[1].id: `idp` is already used; give each provider a different id',
      'AuthError: providers[2].id: `IdP` is already used; give each provider a different id',
    ]);
  });

  it.each([...authActions, '../x', '..', '.', 'a/b', 'undefined', '__proto__', '', '%2e', 'ü'])(
    'refuses the id %j (A32)',
    (id) => {
      expect(anyProblemsOf(credentials(id))).toEqual([
        expect.stringContaining('AuthError: providers[0].id: is part of the URL') as unknown,
      ]);
    },
  );

  it.each(['a;b', 'a=b', 'a b', 'a\r\nSet-Cookie: x=y', 'a\tb'])(
    'refuses the id %j (A56)',
    (id) => {
      expect(anyProblemsOf(credentials(id))).toHaveLength(1);
    },
  );
});

const credentials = (id: string) => ({ id, type: 'credentials', authorize: () => null });

/** Not typed, since the tests pass invalid values. */
const anyProblemsOf = (...providers: unknown[]) => problemsWith({ providers });
