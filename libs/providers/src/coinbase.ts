import { OAuth, type OAuthConfig, type OAuthUserConfig } from '@authnest/core';
import { accountId } from './account-id.js';
import { brand } from './brand.js';

/** The members of the userinfo response that are used. */
export interface CoinbaseProfile {
  data?: { id?: string; name?: string; email?: string; avatar_url?: string };
}

/**
 * Sign-in with Coinbase.
 * @see https://docs.cdp.coinbase.com/coinbase-app/oauth2-integration/overview
 */
export function Coinbase(
  options: OAuthUserConfig<CoinbaseProfile> = {},
): OAuthConfig<CoinbaseProfile> {
  return OAuth<CoinbaseProfile>({
    id: 'coinbase',
    name: 'Coinbase',
    authorization: {
      url: 'https://login.coinbase.com/oauth2/auth',
      params: { scope: 'wallet:user:email wallet:user:read' },
    },
    token: 'https://login.coinbase.com/oauth2/token',
    userinfo: 'https://api.coinbase.com/v2/user',
    profile: ({ data }) => ({
      id: accountId(data?.id),
      name: data?.name,
      email: data?.email,
      image: data?.avatar_url,
    }),
    verifiedEmail: false,
    style: brand('#0052ff'),
    options,
  });
}
