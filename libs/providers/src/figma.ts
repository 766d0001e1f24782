import { OAuth, type OAuthConfig, type OAuthUserConfig } from '@authnest/core';
import { accountId } from './account-id.js';
import { brand } from './brand.js';
import { repairTokenResponse } from './repair-token-response.js';

/** The members of the userinfo response that are used. */
export interface FigmaProfile {
  id?: string;
  handle?: string;
  email?: string;
  img_url?: string;
}

/**
 * Sign-in with Figma.
 * @see https://developers.figma.com/docs/rest-api/authentication/
 */
export function Figma(options: OAuthUserConfig<FigmaProfile> = {}): OAuthConfig<FigmaProfile> {
  return OAuth<FigmaProfile>({
    id: 'figma',
    name: 'Figma',
    authorization: { url: 'https://www.figma.com/oauth', params: { scope: 'files:read' } },
    token: { url: 'https://api.figma.com/v1/oauth/token', conform: repairTokenResponse },
    userinfo: 'https://api.figma.com/v1/me',
    checks: ['pkce', 'state'],
    profile: ({ id, handle, email, img_url }) => ({
      id: accountId(id),
      name: handle,
      email,
      image: img_url,
    }),
    verifiedEmail: false,
    style: brand('#f24e1e'),
    options,
  });
}
