import type { ProviderType } from './provider-type.js';
import type { TokenSet } from './token-set.js';

/**
 * The link between a user and a provider.
 * @see docs/design/wire-contract.md 16.1
 */
export interface Account extends TokenSet {
  /** Id of the provider. */
  provider: string;
  /** The user's id at the provider. */
  providerAccountId: string;
  type: ProviderType;
  /** Id of the owning user; absent until it is linked. */
  userId?: string;
}
