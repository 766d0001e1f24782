import { OAuth, type OAuthConfig, type OAuthUserConfig } from '@authnest/core';
import { accountId } from './account-id.js';
import { brand } from './brand.js';

/** What the userinfo endpoint tells, as far as it is read. */
export interface EVEOnlineProfile {
  CharacterID?: number;
  CharacterName?: string;
  /** Another one when the character is given to another player. */
  CharacterOwnerHash?: string;
}

/**
 * EVE Online. People sign in as one of their characters; no address is told. A character that is
 * given to another player is another account.
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
    checks: ['pkce', 'state'],
    profile: ({ CharacterID: id, CharacterName: name, CharacterOwnerHash: owner }) => ({
      id: accountId(id, owner),
      name,
      image:
        id === undefined ? null : `https://images.evetech.net/characters/${id}/portrait?size=128`,
    }),
    verifiedEmail: false,
    style: brand('#1a1a1a'),
    options,
  });
}
