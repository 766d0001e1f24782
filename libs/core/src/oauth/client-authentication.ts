import { type ClientAuth, ClientSecretBasic, ClientSecretPost, None } from 'openid-client';
import type { ResolvedOAuthProvider } from '../provider/resolved-provider.js';

/** How we prove who we are at the token endpoint. @see RFC 6749 section 2.3; wire contract 7.2 step 4 */
export function clientAuthentication({ client, clientSecret }: ResolvedOAuthProvider): ClientAuth {
  const method =
    client.token_endpoint_auth_method ?? (clientSecret ? 'client_secret_basic' : 'none');
  switch (method) {
    case 'client_secret_basic':
      return ClientSecretBasic(clientSecret);
    case 'client_secret_post':
      return ClientSecretPost(clientSecret);
    case 'none':
      return None();
    default:
      return method satisfies never;
  }
}
