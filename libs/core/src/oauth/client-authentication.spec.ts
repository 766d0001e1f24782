import type { OAuthConfig, OAuthUserConfig } from '../provider/oauth-provider.js';
import { normalizeOAuthProvider } from '../provider/normalize-oauth-provider.js';
import { clientAuthentication } from './client-authentication.js';

/** What a client adds to a token request. */
function sent(own: OAuthUserConfig): { authorization: string | null; form: object } {
  const config: OAuthConfig = { id: 'gh', name: 'GH', type: 'oauth', clientId: 'i d', ...own };
  const provider = normalizeOAuthProvider(config);
  const form = new URLSearchParams();
  const headers = new Headers();
  const metadata = { client_id: provider.clientId };
  clientAuthentication(provider)({ issuer: 'https://gh.example' }, metadata, form, headers);
  return { authorization: headers.get('authorization'), form: Object.fromEntries(form) };
}

const SECRET = 's:ec ret';

describe('clientAuthentication', () => {
  it('encodes id and secret as the contract has it', () => {
    const expected = { authorization: 'Basic aStkOnMlM0FlYytyZXQ=', form: {} };

    expect(sent({ clientSecret: SECRET })).toEqual(expected);
    const client = { token_endpoint_auth_method: 'client_secret_basic' } as const;
    expect(sent({ clientSecret: SECRET, client })).toEqual(expected);
  });

  it('sends them in the form, and only there', () => {
    const client = { token_endpoint_auth_method: 'client_secret_post' } as const;

    expect(sent({ clientSecret: SECRET, client })).toEqual({
      authorization: null,
      form: { client_id: 'i d', client_secret: SECRET },
    });
  });

  it.each([
    [{}],
    [{ client: { token_endpoint_auth_method: 'none' }, clientSecret: SECRET }],
  ] as const)('B28 sends a public client its id alone: %#', (own) => {
    expect(sent(own)).toEqual({ authorization: null, form: { client_id: 'i d' } });
  });
});
