import { OIDC, type OIDCConfig } from '@authnest/core';
import { accountId } from './account-id.js';
import { brand } from './brand.js';
import type { OIDCOptions } from './oidc-options.js';

/** Claims of the ID token, as far as they are read. */
export interface BattleNetProfile {
  sub?: string;
  battle_tag?: string;
}

/**
 * Battle.net. The issuer is that of a region: `https://oauth.battle.net` or
 * `https://oauth.battlenet.com.cn`. It returns no email address.
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
