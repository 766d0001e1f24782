import type { MaybePromise } from '../model/maybe-promise.js';
import type { VerificationToken } from '../model/verification-token.js';
import type {
  AccountAdvance,
  AccountsToReseal,
  Addition,
  AddressProof,
  ChallengesOfSubject,
  EndOfAccess,
  ProviderSessions,
  Registration,
  SessionPage,
} from './adapter-inputs.js';
import type {
  AdapterAccount,
  AdapterAuthenticator,
  AdapterChallenge,
  AdapterSession,
  AdapterUser,
  OptionalColumn,
} from './adapter-rows.js';
import type { FeatureRow, FeatureRows, FeatureTable } from './feature-table.js';

/**
 * The data layer. Every operation is optional; those that the configuration needs are checked at
 * startup. "Not found" is `null`, dates are `Date`s, ids are strings. Any Auth.js adapter can be
 * used.
 * @see docs/design/wire-contract.md 13
 */
export interface Adapter {
  /** The optional columns that it stores. Startup fails if an option needs another one. */
  readonly columns?: readonly OptionalColumn[];

  /** The tables of features that it stores, without prefix. @default all, if it has `findRow` */
  readonly featureTables?: readonly string[] | undefined;

  /**
   * The store of its users: adapters with the same `store` share their users, so a provider id must
   * have the same issuer in all of them. @default the adapter itself
   */
  readonly store?: object;

  /**
   * Receives the time that one operation may take (`timeout`), before the first operation. An
   * adapter that waits for connections or locks must give up in that time, and then do nothing.
   */
  limitTime?(milliseconds: number): void;

  /**
   * Receives one id for each secret of the application, newest first, before the first operation. No
   * secret can be computed from them. Returns the store for that application, the same one for the
   * same ids. If another application has the data too, by mistake, that store must fail in every
   * operation: such applications have no secret in common.
   * @see docs/design/security-bar.md RQ4
   */
  usedBy?(secretIds: readonly string[]): Adapter;

  /**
   * Called once when the application starts. Rejects if the store would not keep what the operations
   * promise, such as without a unique key; then the application does not start.
   */
  assertReady?(): MaybePromise<void>;

  /** May ignore the given id; the returned user has the stored one. */
  createUser?(user: AdapterUser): MaybePromise<AdapterUser>;
  getUser?(id: string): MaybePromise<AdapterUser | null>;
  getUserByEmail?(email: string): MaybePromise<AdapterUser | null>;
  getUserByAccount?(
    account: Pick<AdapterAccount, 'provider' | 'providerAccountId'>,
  ): MaybePromise<AdapterUser | null>;
  updateUser?(user: Partial<AdapterUser> & Pick<AdapterUser, 'id'>): MaybePromise<AdapterUser>;
  deleteUser?(userId: string): MaybePromise<AdapterUser | null | undefined | void>;

  linkAccount?(account: AdapterAccount): MaybePromise<AdapterAccount | null | undefined | void>;
  unlinkAccount?(
    account: Pick<AdapterAccount, 'provider' | 'providerAccountId'>,
  ): MaybePromise<AdapterAccount | null | undefined | void>;
  getAccount?(providerAccountId: string, provider: string): MaybePromise<AdapterAccount | null>;

  createSession?(session: AdapterSession): MaybePromise<AdapterSession>;
  getSessionAndUser?(
    sessionToken: string,
  ): MaybePromise<{ session: AdapterSession; user: AdapterUser } | null>;
  /** Null if there is no such session: it has ended meanwhile. Must never create one. */
  updateSession?(
    session: Partial<AdapterSession> & Pick<AdapterSession, 'sessionToken'>,
  ): MaybePromise<AdapterSession | null | undefined | void>;
  /** Preferably returns the deleted session, or null if there was none, such as after a sign-out. */
  deleteSession?(sessionToken: string): MaybePromise<AdapterSession | null | undefined | void>;

  createVerificationToken?(
    token: VerificationToken,
  ): MaybePromise<VerificationToken | null | undefined | void>;
  /** Returns and deletes the token in one step, so that it can be used only once. */
  useVerificationToken?(
    params: Pick<VerificationToken, 'identifier' | 'token'>,
  ): MaybePromise<VerificationToken | null>;

  createAuthenticator?(authenticator: AdapterAuthenticator): MaybePromise<AdapterAuthenticator>;
  getAuthenticator?(credentialID: string): MaybePromise<AdapterAuthenticator | null>;
  listAuthenticatorsByUserId?(userId: string): MaybePromise<AdapterAuthenticator[]>;
  /** Throws when the authenticator does not exist. */
  updateAuthenticatorCounter?(
    credentialID: string,
    newCounter: number,
  ): MaybePromise<AdapterAuthenticator>;

  // Operations that Auth.js does not have, used if they exist. @see docs/design/decisions.md 26

  /**
   * Stores the user, and the rest of the registration, in one transaction.
   * @returns the stored user; null when a unique key is taken: another request was first, nothing
   * is stored, and the caller looks the user up again
   */
  registerUser?(registration: Registration): MaybePromise<AdapterUser | null>;
  /**
   * Stores what gives access to a user, a proof or another address, all of it or nothing, in one
   * transaction with the user's row, on condition that
   * `email`, `accessEndedAt`, and whether `emailVerified` is set, are still as in `user`.
   * @returns false if they are not or the user no longer exists; nothing is stored then
   * @throws when a unique key is taken; nothing is stored then
   */
  addToUser?(addition: Addition): MaybePromise<boolean>;
  /**
   * Sets `emailVerified` of a user if it is null and the user still has the address `email`. Unless
   * `keepsAccess` is true, it deletes the accounts, authenticators and sessions of that user, all in
   * one transaction with the user's row, and with the column `users.accessEndedAt`, it also raises
   * that as `endAccess` does, to `emailVerified`.
   * @returns the changed user; null if the user no longer exists, has another address, or
   * `emailVerified` is already set: nothing is changed then
   */
  proveUser?(proof: AddressProof): MaybePromise<AdapterUser | null>;
  /**
   * Raises `accessEndedAt` of a user to `at` or, if that is not later than the stored time, to the
   * next millisecond: each call stores a later time than the one before. Required with the column.
   * @returns the stored time; null, having changed nothing, if there is no such user or
   * `ifEndedBefore` forbids it
   */
  endAccess?(end: EndOfAccess): MaybePromise<Date | null>;
  /** Changes the given members of an account; null if it is not linked. Must never create one. */
  updateAccount?(
    account: Partial<AdapterAccount> & Pick<AdapterAccount, 'provider' | 'providerAccountId'>,
  ): MaybePromise<AdapterAccount | null | undefined | void>;
  /**
   * Changes the given members of an account in one statement, on condition that its stored
   * `tokenVersion` (0 if missing) is one less than the given one, and that it belongs to `userId`
   * if one is given. Of several writers that read the same version, one succeeds; none does if the
   * account was unlinked since and linked to another user. Must never change the owner.
   * @returns whether the account was changed
   */
  advanceAccount?(account: AccountAdvance): MaybePromise<boolean>;
  /**
   * Lists accounts with a token that does not begin with the prefix, byte for byte, ordered by
   * `provider` and `providerAccountId`, starting after the given one.
   */
  listAccountsToReseal?(query: AccountsToReseal): MaybePromise<AdapterAccount[]>;
  /** Lists the linked accounts of a user, which also show whether the user's address is proven. */
  listAccountsByUserId?(userId: string): MaybePromise<AdapterAccount[]>;
  /**
   * Includes expired sessions, which the caller handles.
   * @param page - at most so many, those with the latest `createdAt` in descending order, and those
   * without one last; an adapter that does not store `createdAt` returns those with the latest
   * `expires`. It may be ignored: then all are returned, in any order
   */
  listSessionsByUserId?(userId: string, page?: SessionPage): MaybePromise<AdapterSession[]>;
  deleteSessionsByUserId?(userId: string): MaybePromise<unknown>;
  deleteVerificationTokensByIdentifier?(identifier: string): MaybePromise<unknown>;
  /** Changes the given members, but never the counter; null if there is no such authenticator. */
  updateAuthenticator?(
    authenticator: Partial<Omit<AdapterAuthenticator, 'counter'>> &
      Pick<AdapterAuthenticator, 'credentialID'>,
  ): MaybePromise<AdapterAuthenticator | null>;
  deleteAuthenticator?(
    credentialID: string,
  ): MaybePromise<AdapterAuthenticator | null | undefined | void>;
  /**
   * Whether this is the first time that a value is spent, across all instances. The value must be
   * remembered at least until it expires.
   */
  spendOnce?(value: { readonly key: string; readonly expires: Date }): MaybePromise<boolean>;
  /** Stores a challenge. Throws when the id is taken. */
  createChallenge?(challenge: AdapterChallenge): MaybePromise<unknown>;
  /** Returns a challenge and changes nothing; null if it is absent or has expired. */
  getChallenge?(id: string): MaybePromise<AdapterChallenge | null>;
  /**
   * Counts an attempt in one statement, on condition that fewer than `attempts` were counted, and
   * that it has not expired.
   * @returns the challenge, this attempt included; null if it is absent, expired or used up
   */
  tryChallenge?(attempt: {
    readonly id: string;
    readonly attempts: number;
  }): MaybePromise<AdapterChallenge | null>;
  /**
   * Returns and deletes a challenge in one step: of several callers, one gets it. Null if it is
   * absent or has expired.
   */
  takeChallenge?(id: string): MaybePromise<AdapterChallenge | null>;
  /** Deletes the challenges of a subject that were stored before the call. */
  deleteChallenges?(of: ChallengesOfSubject): MaybePromise<unknown>;
  /**
   * Deletes sessions by the hash of the provider's session, user, or both. If one is given: the
   * sessions that have it and are not newer. If both are given: those of the session, and those of
   * the user that have no `providerSession`. A session without `providerTime` is kept.
   * @returns the rows that this call deleted: of concurrent calls only one returns each row
   */
  deleteSessionsByProvider?(sessions: ProviderSessions): MaybePromise<AdapterSession[]>;
  /** Lists the sessions that `deleteSessionsByProvider` would delete. */
  listSessionsByProvider?(sessions: ProviderSessions): MaybePromise<AdapterSession[]>;
  /** Stores when markers ended. A stored time may be raised, but never lowered. */
  markEnded?(marks: {
    readonly markers: readonly string[];
    readonly before: Date;
    readonly expires: Date;
  }): MaybePromise<unknown>;
  /** Returns the latest `before` of these markers; null if there are none, or all have expired. */
  endedBefore?(markers: readonly string[]): MaybePromise<Date | null>;

  // Rows of the tables of features.

  /** Returns the row with this key. */
  findRow?(rows: FeatureRows): MaybePromise<FeatureRow | null>;
  /**
   * Stores rows, all in one transaction. @returns false, having stored none, if a unique key is taken
   * @throws if one belongs to no user; none is stored then
   */
  insertRows?(rows: {
    readonly table: FeatureTable;
    readonly rows: readonly FeatureRow[];
  }): MaybePromise<boolean>;
  /** Changes the row with this key in one statement, and never creates one. @returns whether */
  updateRow?(rows: FeatureRows & { readonly patch: FeatureRow }): MaybePromise<boolean>;
  /** @returns how many rows were deleted */
  deleteRows?(rows: FeatureRows): MaybePromise<number>;
}

/** The names of the operations of an {@link Adapter}. */
export type AdapterOperation = Exclude<
  keyof Adapter,
  'columns' | 'featureTables' | 'limitTime' | 'store' | 'usedBy' | 'assertReady'
>;
