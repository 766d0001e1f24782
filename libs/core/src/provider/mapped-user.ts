import type { MaybePromise } from '../model/maybe-promise.js';
import type { TokenSet } from '../model/token-set.js';
import type { User } from '../model/user.js';

/**
 * A user as `profile` of a provider maps it. Its id is the account's: a string or a safe integer, of
 * one person, and never given to another one.
 */
export type MappedUser = Omit<User, 'id'> & { id?: string | number | null };

/**
 * Finds the address that a provider vouches for.
 * @returns nothing where it vouches for none
 */
export type VerifiedEmail<P> = {
  // A method, so that a function for a narrower profile is one too.
  of(profile: P, tokens: TokenSet): MaybePromise<string | null | undefined>;
}['of'];

/**
 * Whether a profile is one of those that a parameter of the authorization request asks for.
 * @param wanted - the parameter as configured
 */
export type Restriction<P> = {
  holds(profile: P, wanted: string): boolean;
}['holds'];
