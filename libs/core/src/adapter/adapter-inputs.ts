import type { Account } from '../model/account.js';
import type {
  AdapterAccount,
  AdapterAuthenticator,
  AdapterSession,
  AdapterUser,
} from './adapter-rows.js';

/** What `Adapter.advanceAccount` stores; null empties a member. */
export type AccountAdvance = Pick<AdapterAccount, 'provider' | 'providerAccountId'> & {
  /** The version that was read, plus one. */
  readonly tokenVersion: number;
  /** Who owned the account when it was read. */
  readonly userId?: string;
  readonly [member: string]: unknown;
};

/** Which accounts `Adapter.listAccountsToReseal` returns. */
export interface AccountsToReseal {
  /** Prefix of the tokens that are sealed with the newest secret. */
  readonly prefix: string;
  readonly limit: number;
  /** The last account of the previous batch. */
  readonly after?: Pick<AdapterAccount, 'provider' | 'providerAccountId'>;
}

/** An authenticator of a user who is yet to be stored. */
export type NewAuthenticator = Omit<AdapterAuthenticator, 'userId'>;

/** A first sign-in: what `Adapter.registerUser` stores together, for the id that it gives. */
export interface Registration {
  readonly user: AdapterUser;
  /** The adapter sets its `userId`. */
  readonly account?: Account;
  readonly session?: Omit<AdapterSession, 'userId'>;
  /** The passkey that the account was made for. */
  readonly authenticator?: NewAuthenticator;
}

/**
 * What `Adapter.addToUser` stores for an existing user: whatever gives access to the user.
 * The adapter sets the `userId`.
 */
export interface Addition {
  /** As it was looked up. */
  readonly user: AdapterUser;
  readonly account?: Account;
  readonly session?: Omit<AdapterSession, 'userId'>;
  readonly authenticator?: NewAuthenticator;
}

/** Which sessions `Adapter.deleteSessionsByProvider` deletes. */
export interface ProviderSessions {
  readonly providerSession?: string;
  readonly providerSubject?: string;
  /** The latest `providerTime` that is deleted by `providerSession`. */
  readonly sessionBefore: Date;
  /** The latest `providerTime` that is deleted by `providerSubject`. */
  readonly subjectBefore: Date;
}
