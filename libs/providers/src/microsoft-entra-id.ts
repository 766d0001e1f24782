import { OIDC, type OIDCConfig } from '@authnest/core';
import { brand } from './brand.js';
import { MARKS } from './marks.js';
import {
  entraProfile,
  entraVerifiedEmail,
  type MicrosoftEntraIDOptions,
  type MicrosoftEntraIDProfile,
} from './entra-profile.js';

/**
 * Sign-in with Microsoft Entra ID. By default, anyone with a Microsoft account can sign in. To
 * admit only your own tenant, set `tenants`, or set the issuer to
 * `https://login.microsoftonline.com/<tenant id>/v2.0`. Tenants can set any address, so an address
 * is unverified unless the claim `xms_edov` is true.
 * @see https://learn.microsoft.com/entra/identity-platform/v2-protocols-oidc
 */
export function MicrosoftEntraID(
  options: MicrosoftEntraIDOptions = {},
): OIDCConfig<MicrosoftEntraIDProfile> {
  return OIDC<MicrosoftEntraIDProfile>({
    id: 'microsoft-entra-id',
    name: 'Microsoft',
    issuer: 'https://login.microsoftonline.com/common/v2.0',
    authorization: { params: { scope: 'openid profile email User.Read' } },
    profile: entraProfile(options),
    verifiedEmail: entraVerifiedEmail,
    style: brand('#0072c6', MARKS.microsoft),
    options,
  });
}
