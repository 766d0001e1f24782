import type { ClientAuth } from 'openid-client';
import { AuthError } from '../../errors/auth.error.js';
import type { ResolvedOAuthProvider } from '../../provider/resolved-provider.js';
import type { OAuthLibrary } from './oauth-library.js';

/** Authenticates the client in a token request; asynchronous if something is signed. */
export type ClientAuthentication = (...request: Parameters<ClientAuth>) => unknown;

/**
 * Returns the function that authenticates the client at the token endpoint. An assertion names only
 * the issuer as its audience and is valid for a minute, so that it is useless anywhere else.
 * @param library - `openid-client`
 * @param clientSecret - created for this request if the provider's secret is a function
 * @param supported - the methods in the provider's metadata, if it lists any
 * @see RFC 6749 section 2.3; RFC 7523 section 3; docs/design/decisions.md 28
 */
export function clientAuthentication(
  library: OAuthLibrary,
  { client, token }: Pick<ResolvedOAuthProvider, 'client' | 'token'>,
  clientSecret: string | undefined,
  supported?: readonly string[],
): ClientAuthentication {
  const method = client.token_endpoint_auth_method ?? defaultMethod(token, clientSecret, supported);
  switch (method) {
    case 'client_secret_basic':
      return basicAuthentication(token.basicCredentials, clientSecret);
    case 'client_secret_post':
      return library.ClientSecretPost(clientSecret);
    case 'client_secret_jwt':
      return library.ClientSecretJwt(clientSecret);
    case 'private_key_jwt':
      if (!token.clientPrivateKey) throw new AuthError('private_key_jwt needs a private key');
      return library.PrivateKeyJwt(token.clientPrivateKey);
    case 'none':
      return library.None();
    default:
      throw new AuthError('client.token_endpoint_auth_method is not a supported method');
  }
}

/**
 * Replaces the library's function, which also escapes `-`, `_` and `.`: a provider that does not
 * decode would refuse the client, although its id and secret need no escaping.
 * @see RFC 6749 section 2.3.1 and appendix B; RFC 7617 section 2
 */
function basicAuthentication(
  form: ResolvedOAuthProvider['token']['basicCredentials'],
  clientSecret = '',
): ClientAuthentication {
  const written = form === 'raw' ? (text: string) => text : formEncoded;
  return (_server, { client_id: id }, _body, headers) => {
    const credentials = `${written(id)}:${written(clientSecret)}`;
    headers.set('authorization', `Basic ${Buffer.from(credentials).toString('base64')}`);
  };
}

function formEncoded(text: string): string {
  return encodeURIComponent(text).replaceAll('%20', '+');
}

function defaultMethod(
  { clientPrivateKey }: ResolvedOAuthProvider['token'],
  clientSecret: string | undefined,
  supported: readonly string[] = [],
): string {
  if (clientPrivateKey) return 'private_key_jwt';
  if (!clientSecret) return 'none';
  const isPostOnly =
    supported.includes('client_secret_post') && !supported.includes('client_secret_basic');
  return isPostOnly ? 'client_secret_post' : 'client_secret_basic';
}
