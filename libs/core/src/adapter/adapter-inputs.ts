import type { Account } from '../model/account.js';
import type {
  AdapterAccount,
  AdapterAuthenticator,
  AdapterSession,
  AdapterUser,
} from './adapter-rows.js';

/** Input of `Adapter.advanceAccount`; null clears a member. */
export type AccountAdvance = Pick<AdapterAccount, 'provider' | 'providerAccountId'> & {
  /** The version that was read plus one. */
  readonly tokenVersion: number;
  /** Id of the user who owned the account when it was read. */
  readonly userId?: string;
  readonly [member: string]: unknown;
};

/** Input of `Adapter.listAccountsToReseal`: the accounts to return. */
export interface AccountsToReseal {
  /** Prefix of the tokens that are sealed with the newest secret. */
  readonly prefix: string;
  readonly limit: number;
  /** The last account of the previous batch. */
  readonly after?: Pick<AdapterAccount, 'provider' | 'providerAccountId'>;
}

/** An authenticator for a user who is not yet stored. */
export type NewAuthenticator = Omit<AdapterAuthenticator, 'userId'>;

/** Input of `Adapter.registerUser`: what it stores together, with the user id that it assigns. */
export interface Registration {
  readonly user: AdapterUser;
  /** The adapter sets its `userId`. */
  readonly account?: Account;
  readonly session?: Omit<AdapterSession, 'userId'>;
  /** The passkey for which the account was created. */
  readonly authenticator?: NewAuthenticator;
}

/**
 * Input of `Adapter.addToUser`: what gives access to an existing user, and what is decided by the
 * user as looked up. The adapter sets the `userId`.
 */
export interface Addition {
  /** The user as it was looked up. */
  readonly user: AdapterUser;
  readonly account?: Account;
  readonly session?: Omit<AdapterSession, 'userId'>;
  readonly authenticator?: NewAuthenticator;
  /** An account of the user whose `emailVerified` becomes true: it vouches for the user's address. */
  readonly proof?: Pick<Account, 'provider' | 'providerAccountId'>;
  /** The new address of the user; empty for none. */
  readonly email?: string;
  /**
   * When the user has proven `email`. No account of the user proves an address any longer then, and
   * the account of a mailbox, whose `type` is `email`, has the new address in place of the former.
   */
  readonly emailVerified?: Date;
}

/** Input of `Adapter.proveUser`: a user who has just proven the address. */
export interface AddressProof {
  readonly id: string;
  /** The address that was proven, as it is stored: the proof says nothing about another one. */
  readonly email: string;
  readonly emailVerified: Date;
  /** Whether what gives access to the user stays: a provider had verified the address before. */
  readonly keepsAccess?: boolean;
}

/** Input of `Adapter.endAccess`: whose access ends, and what goes on. */
export interface EndOfAccess {
  readonly userId: string;
  /** By the clock of the caller. */
  readonly at: Date;
  /** Changes nothing if an end at this time or later is stored: the session that asks is over. */
  readonly ifEndedBefore?: Date;
  /** A session of the user that goes on: its `createdAt` becomes the millisecond after the end. */
  readonly sessionToken?: string;
}

/** Input of `Adapter.deleteChallenges`. */
export interface ChallengesOfSubject {
  readonly subject: string;
  /** @default every purpose */
  readonly purpose?: string;
  /** So many of those that expire last stay. @default 0 */
  readonly keep?: number;
}

/** Second argument of `Adapter.listSessionsByUserId` and `SessionRevocations.list`. */
export interface SessionPage {
  /** The most sessions to return, a whole number. */
  readonly limit: number;
  /** Only sessions whose `createdAt` is not later. */
  readonly until?: Date;
}

/** Input of `Adapter.deleteSessionsByProvider`: the sessions to delete, or to list before. */
export interface ProviderSessions {
  readonly providerSession?: string;
  readonly providerSubject?: string;
  /** The latest `providerTime` of the sessions that are deleted because of `providerSession`. */
  readonly sessionBefore: Date;
  /** The latest `providerTime` of the sessions that are deleted because of `providerSubject`. */
  readonly subjectBefore: Date;
}
