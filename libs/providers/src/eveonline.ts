import { OAuth, type OAuthConfig, type OAuthUserConfig } from '@authnest/core';
import { accountId } from './account-id.js';
import { brand } from './brand.js';

/** What the userinfo endpoint tells, as far as it is read. */
export interface EVEOnlineProfile {
  CharacterID?: number;
  CharacterName?: string;
}

/**
 * EVE Online. People sign in as one of their characters; no address is told.
 * @see https://developers.eveonline.com/docs/services/sso/
 */
export function EVEOnline(
  options: OAuthUserConfig<EVEOnlineProfile> = {},
): OAuthConfig<EVEOnlineProfile> {
  return OAuth<EVEOnlineProfile>({
    id: 'eveonline',
    name: 'EVE Online',
    authorization: {
      url: 'https://login.eveonline.com/v2/oauth/authorize',
      params: { scope: 'publicData' },
    },
    token: 'https://login.eveonline.com/v2/oauth/token',
    userinfo: 'https://login.eveonline.com/oauth/verify',
    checks: ['state'],
    profile: ({ CharacterID: id, CharacterName: name }) => ({
      id: accountId(id),
      name,
      image:
        id === undefined ? null : `https://images.evetech.net/characters/${id}/portrait?size=128`,
    }),
    style: brand('#1a1a1a', 'EVE'),
    options,
  });
}
