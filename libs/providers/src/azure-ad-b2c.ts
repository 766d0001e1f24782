import { OIDC, type OIDCConfig } from '@authnest/core';
import { accountId } from './account-id.js';
import { brand } from './brand.js';
import type { OIDCOptions } from './oidc-options.js';

/** The claims of the ID token that are used. */
export interface AzureADB2CProfile {
  sub?: string;
  name?: string;
  preferred_username?: string;
  emails?: readonly string[];
}

/**
 * Sign-in with Azure AD B2C. The issuer is
 * `https://<tenant>.b2clogin.com/<tenant>.onmicrosoft.com/<user flow>/v2.0`.
 * @see https://learn.microsoft.com/azure/active-directory-b2c/openid-connect
 */
export function AzureADB2C(
  options: OIDCOptions<AzureADB2CProfile> = {},
): OIDCConfig<AzureADB2CProfile> {
  return OIDC<AzureADB2CProfile>({
    id: 'azure-ad-b2c',
    name: 'Azure AD B2C',
    profile: ({ sub, name, preferred_username, emails }) => ({
      id: accountId(sub),
      name: name ?? preferred_username,
      email: emails?.[0],
    }),
    verifiedEmail: false,
    style: brand('#0072c6'),
    options,
  });
}
