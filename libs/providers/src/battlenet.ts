import { OIDC, type OIDCConfig } from '@authnest/core';
import { accountId } from './account-id.js';
import { brand } from './brand.js';
import type { OIDCOptions } from './oidc-options.js';

/** The claims of the ID token that are used. */
export interface BattleNetProfile {
  sub?: string;
  battle_tag?: string;
}

/**
 * Sign-in with Battle.net, which returns no email address. The issuer depends on the region:
 * `https://oauth.battle.net` or `https://oauth.battlenet.com.cn`.
 * @see https://develop.battle.net/documentation/guides/using-oauth
 */
export function BattleNet(
  options: OIDCOptions<BattleNetProfile> = {},
): OIDCConfig<BattleNetProfile> {
  return OIDC<BattleNetProfile>({
    id: 'battlenet',
    name: 'Battle.net',
    profile: ({ sub, battle_tag }) => ({ id: accountId(sub), name: battle_tag }),
    verifiedEmail: false,
    style: brand('#148eff'),
    options,
  });
}
