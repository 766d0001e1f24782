import type { MaybePromise } from '../model/maybe-promise.js';
import type { TokenSet } from '../model/token-set.js';
import type { User } from '../model/user.js';

/**
 * The user that a provider's `profile` returns. Its id becomes that of the account: a string or a
 * safe integer that identifies one person and is never reused for another.
 */
export type MappedUser = Omit<User, 'id'> & { id?: string | number | null };

/**
 * Finds the address that a provider vouches for.
 * @returns undefined or null if it vouches for none
 */
export type VerifiedEmail<P> = {
  // Declared as a method, so that a function for a narrower profile is accepted.
  of(profile: P, tokens: TokenSet): MaybePromise<string | null | undefined>;
}['of'];

/**
 * Whether a profile satisfies a parameter of the authorization request.
 * @param wanted - the parameter as configured
 */
export type Restriction<P> = {
  holds(profile: P, wanted: string): boolean;
}['holds'];
