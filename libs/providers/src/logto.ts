import { OIDC, type OIDCConfig } from '@authnest/core';
import { accountId } from './account-id.js';
import { brand } from './brand.js';
import type { OIDCOptions } from './oidc-options.js';

/** The claims of the ID token that are used. */
export interface LogtoProfile {
  sub?: string;
  name?: string | null;
  username?: string | null;
  email?: string | null;
  picture?: string | null;
}

/**
 * Sign-in with Logto. The issuer is `https://<tenant>.logto.app/oidc`. The scope `offline_access`
 * requests a refresh token.
 * @see https://docs.logto.io/
 */
export function Logto(options: OIDCOptions<LogtoProfile> = {}): OIDCConfig<LogtoProfile> {
  return OIDC<LogtoProfile>({
    id: 'logto',
    name: 'Logto',
    authorization: { params: { scope: 'offline_access openid email profile' } },
    profile: ({ sub, name, username, email, picture }) => ({
      id: accountId(sub),
      name: name ?? username,
      email,
      image: picture,
    }),
    style: brand('#5d34f2'),
    options,
  });
}
