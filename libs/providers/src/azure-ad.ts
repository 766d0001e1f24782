import { OIDC, type OIDCConfig } from '@authnest/core';
import type { MicrosoftEntraIDOptions, MicrosoftEntraIDProfile } from './entra-profile.js';
import { MicrosoftEntraID } from './microsoft-entra-id.js';

/**
 * Sign-in with Microsoft Entra ID under its former name and id, for accounts that are linked with
 * that id.
 * @deprecated use `MicrosoftEntraID`
 */
export function AzureAD(
  options: MicrosoftEntraIDOptions = {},
): OIDCConfig<MicrosoftEntraIDProfile> {
  return OIDC<MicrosoftEntraIDProfile>({
    ...MicrosoftEntraID(options),
    id: 'azure-ad',
    name: 'Azure Active Directory',
  });
}
