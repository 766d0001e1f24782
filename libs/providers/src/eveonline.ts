import { OAuth, type OAuthConfig, type OAuthUserConfig } from '@authnest/core';
import { accountId } from './account-id.js';
import { brand } from './brand.js';

/** The members of the userinfo response that are used. */
export interface EVEOnlineProfile {
  CharacterID?: number;
  CharacterName?: string;
  /** Changes when the character is transferred to another player. */
  CharacterOwnerHash?: string;
}

/**
 * Sign-in with EVE Online. Users sign in as one of their characters, without an email address. A
 * character that is transferred to another player becomes a different account.
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
