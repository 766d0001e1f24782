import {
  AuthError,
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
export interface AzureDevOpsProfile {
  id?: string;
  displayName?: string;
  emailAddress?: string;
  coreAttributes?: { Avatar?: { value?: { value?: string } } };
}

export interface AzureDevOpsOptions extends OAuthUserConfig<AzureDevOpsProfile> {
  /** The registered scopes, separated by spaces. @default 'vso.profile' */
  scope?: string;
}

/** Maximum length of a photo in base64, which the URL of the user's image contains. */
const MAX_PHOTO = 16 * 1024;

/**
 * Sign-in with Azure DevOps. Its OAuth is deprecated; use Microsoft Entra ID for new applications.
 * @see https://learn.microsoft.com/azure/devops/integrate/get-started/authentication/azure-devops-oauth
 */
export function AzureDevOps(options: AzureDevOpsOptions = {}): OAuthConfig<AzureDevOpsProfile> {
  const { scope = 'vso.profile' } = options;
  return OAuth<AzureDevOpsProfile>({
    id: 'azure-devops',
    name: 'Azure DevOps',
    authorization: {
      url: 'https://app.vssps.visualstudio.com/oauth2/authorize',
      params: { response_type: 'Assertion', scope },
    },
    token: { url: 'https://app.vssps.visualstudio.com/oauth2/token', request: redeem },
    userinfo: {
      url: 'https://app.vssps.visualstudio.com/_apis/profile/profiles/me',
      params: { details: 'true', coreAttributes: 'Avatar', 'api-version': '6.0' },
    },
    profile: ({ id, displayName, emailAddress, coreAttributes }) => ({
      id: accountId(id),
      name: displayName,
      email: emailAddress,
      image: photoOf(coreAttributes?.Avatar?.value?.value),
    }),
    verifiedEmail: false,
    style: brand('#0078d7'),
    options,
  });
}

function photoOf(base64: string | undefined): string | null {
  return base64 && base64.length <= MAX_PHOTO ? `data:image/jpeg;base64,${base64}` : null;
}

/** Sends the code and the secret as assertions. @see RFC 7523 section 2 */
async function redeem(context: TokenContext): Promise<{ tokens: TokenSet }> {
  const { provider, params, redirectUri } = context;
  if (!provider.clientSecret) throw new AuthError('Azure DevOps needs a client secret');
  return readTokens(context, {
    client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
    client_assertion: provider.clientSecret,
    grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer',
    assertion: params['code'],
    redirect_uri: redirectUri,
  });
}
