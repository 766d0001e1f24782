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

/** Picks the token set members that are stored. @see docs/design/wire-contract.md 16.1, PRV-8 */
export function defaultAccount(tokens: TokenSet): TokenSet {
  return Object.fromEntries(
    KEPT.filter((name) => tokens[name] !== undefined).map((name) => [name, tokens[name]]),
  );
}

/**
 * Maps a profile to a user. A missing id is not made up, and is refused later.
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
