import type { Profile } from '../model/profile.js';
import type { TokenSet } from '../model/token-set.js';

/** What a provider returned, verified. */
export interface OAuthGrant {
  readonly tokens: TokenSet;
  readonly profile: Profile;
  /** Of the ID token, verified; absent where none came. */
  readonly claims?: Readonly<Record<string, unknown>>;
}
