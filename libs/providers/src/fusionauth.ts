import { OIDC, type OIDCConfig } from '@authnest/core';
import { accountId } from './account-id.js';
import { brand } from './brand.js';
import { fullName } from './full-name.js';
import type { OIDCOptions } from './oidc-options.js';

/** The claims of the ID token that are used. */
export interface FusionAuthProfile {
  /** Id of the tenant. */
  tid?: string;
  sub?: string;
  name?: string;
  preferred_username?: string;
  given_name?: string;
  middle_name?: string;
  family_name?: string;
  email?: string;
  picture?: string;
}

export interface FusionAuthOptions extends OIDCOptions<FusionAuthProfile> {
  /** Id of the tenant, compared with the claim `tid`. Required if there are several tenants. */
  tenantId?: string;
}

/**
 * Sign-in with FusionAuth. Use the issuer from the settings of the tenant.
 * @see https://fusionauth.io/docs/lifecycle/authenticate-users/oauth/
 */
export function FusionAuth(options: FusionAuthOptions = {}): OIDCConfig<FusionAuthProfile> {
  const tenant = options.tenantId && { tenantId: options.tenantId };
  const query = tenant ? `?${new URLSearchParams(tenant).toString()}` : '';
  return OIDC<FusionAuthProfile>({
    id: 'fusionauth',
    name: 'FusionAuth',
    wellKnown: `{issuer}/.well-known/openid-configuration${query}`,
    authorization: { params: { scope: 'openid offline_access email profile', ...tenant } },
    token: { url: '{issuer}/oauth2/token', conform: withoutChallenge },
    userinfo: '{issuer}/oauth2/userinfo',
    checks: ['pkce', 'state'],
    profile: (profile) => ({
      id: accountId(profile.sub),
      name:
        profile.name ??
        profile.preferred_username ??
        fullName(profile.given_name, profile.middle_name, profile.family_name),
      email: profile.email,
      image: profile.picture,
    }),
    restrictions: { tenantId: ({ tid }, wanted) => tid === wanted },
    style: brand('#f58320'),
    options,
  });
}

/**
 * Removes the challenge that FusionAuth also sends with successful responses.
 * @see RFC 9110 section 11.6.1
 */
function withoutChallenge(response: Response): Response {
  if (response.status === 401) return response;
  const { status, statusText, body } = response;
  const headers = new Headers(response.headers);
  headers.delete('www-authenticate');
  return new Response(body, { status, statusText, headers });
}
