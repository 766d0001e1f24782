import type { Profile } from '../model/profile.js';
import type { TokenSet } from '../model/token-set.js';

/** The verified response of a provider. */
export interface OAuthGrant {
  readonly tokens: TokenSet;
  readonly profile: Profile;
  /** The verified claims of the ID token; absent if there is none. */
  readonly claims?: Readonly<Record<string, unknown>>;
}
