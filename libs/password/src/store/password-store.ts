import type { MaybePromise } from '@authnest/core';

/** The password of a user, as it is stored. */
export interface StoredPassword {
  readonly userId: string;
  /** Such as a PHC string. */
  readonly hash: string;
  /** When the person last chose it; a new cost does not change that. */
  readonly changedAt: Date;
  /** Whether another one has to be chosen at the next sign-in. */
  readonly mustChange: boolean;
}

/** Where passwords are stored. @default the table `passwords` of the adapter */
export interface PasswordStore {
  find(userId: string): MaybePromise<StoredPassword | null>;
  /**
   * Stores a password in one step, on condition that the stored hash still is `replaces`: null if
   * there must be none yet, undefined if it does not matter.
   * @returns whether it was stored
   */
  save(password: StoredPassword, replaces?: string | null): MaybePromise<boolean>;
  /**
   * Stores the passwords of users who have none, all or nothing; for imports.
   * @returns false if one has a password
   * @default one after the other
   */
  saveNew?(passwords: readonly StoredPassword[]): MaybePromise<boolean>;
  /**
   * Removes a password in one step.
   * @param hash - on condition that it still is the stored one, unless undefined
   * @returns whether there was one
   */
  remove(userId: string, hash?: string): MaybePromise<boolean>;
}
