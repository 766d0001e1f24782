import type { Profile } from '../model/profile.js';
import type { TokenSet } from '../model/token-set.js';
import type { MappedUser } from './mapped-user.js';

const KEPT = [
  'access_token',
  'id_token',
  'refresh_token',
  'expires_at',
  'scope',
  'token_type',
  'session_state',
] as const;

/** The members of a token set that are stored. @see docs/design/wire-contract.md 16.1, PRV-8 */
export function defaultAccount(tokens: TokenSet): TokenSet {
  return Object.fromEntries(
    KEPT.filter((name) => tokens[name] !== undefined).map((name) => [name, tokens[name]]),
  );
}

/**
 * The user that a profile describes. A missing id is refused later and never made up.
 * @see docs/design/wire-contract.md PRV-7, 15.29
 */
export function defaultProfile(profile: Profile): MappedUser {
  return {
    id: profile.sub ?? profile.id ?? undefined,
    name: profile.name ?? profile.nickname ?? profile.preferred_username,
    email: profile.email,
    image: typeof profile.picture === 'string' ? profile.picture : undefined,
  };
}
