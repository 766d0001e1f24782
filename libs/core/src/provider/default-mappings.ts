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

/** What of a token set is stored. @see specification, Account; wire contract PRV-8 */
export function defaultAccount(tokens: TokenSet): TokenSet {
  return Object.fromEntries(
    KEPT.filter((name) => tokens[name] !== undefined).map((name) => [name, tokens[name]]),
  );
}

/**
 * The user that a profile describes.
 * @see wire contract PRV-7; a missing id is refused later and never made up (15.29)
 */
export function defaultProfile(profile: Profile): MappedUser {
  return {
    id: profile.sub ?? profile.id ?? undefined,
    name: profile.name ?? profile.nickname ?? profile.preferred_username,
    email: profile.email,
    image: typeof profile.picture === 'string' ? profile.picture : undefined,
  };
}
