import {
  type AuthorizationContext,
  OAuth,
  type OAuthConfig,
  type OAuthUserConfig,
  type TokenContext,
  type TokenSet,
} from '@authnest/core';
import { accountId } from './account-id.js';
import { brand } from './brand.js';
import { readTokens } from './read-tokens.js';

/** The members of the userinfo response that are used. */
export interface TikTokProfile {
  data?: { user?: { open_id?: string; display_name?: string; avatar_url?: string } };
}

/**
 * Sign-in with TikTok, which names the client id `client_key` and returns no email address.
 * @see https://developers.tiktok.com/doc/login-kit-web/
 */
export function TikTok(options: OAuthUserConfig<TikTokProfile> = {}): OAuthConfig<TikTokProfile> {
  return OAuth<TikTokProfile>({
    id: 'tiktok',
    name: 'TikTok',
    authorization: {
      url: 'https://www.tiktok.com/v2/auth/authorize',
      params: { client_key: '{clientId}', scope: 'user.info.basic' },
      request: withoutClientId,
    },
    token: { url: 'https://open.tiktokapis.com/v2/oauth/token/', request: redeem },
    userinfo: {
      url: 'https://open.tiktokapis.com/v2/user/info/',
      params: { fields: 'open_id,avatar_url,display_name' },
    },
    client: { token_endpoint_auth_method: 'client_secret_post' },
    profile: ({ data }) => ({
      id: accountId(data?.user?.open_id),
      name: data?.user?.display_name,
      image: data?.user?.avatar_url,
    }),
    verifiedEmail: false,
    style: brand('#000000'),
    options,
  });
}

/** TikTok names the client only `client_key`. */
function withoutClientId({ url }: AuthorizationContext): URL {
  const named = new URL(url ?? '');
  named.searchParams.delete('client_id');
  return named;
}

async function redeem(context: TokenContext): Promise<{ tokens: TokenSet }> {
  const { provider, params, checks, redirectUri } = context;
  return readTokens(context, {
    client_key: provider.clientId,
    client_secret: provider.clientSecret,
    grant_type: 'authorization_code',
    code: params['code'],
    redirect_uri: redirectUri,
    code_verifier: checks.code_verifier,
  });
}
