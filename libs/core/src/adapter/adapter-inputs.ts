import type { Account } from '../model/account.js';
import type {
  AdapterAccount,
  AdapterAuthenticator,
  AdapterSession,
  AdapterUser,
} from './adapter-rows.js';

/** What `Adapter.advanceAccount` stores; null empties a member. */
export type AccountAdvance = Pick<AdapterAccount, 'provider' | 'providerAccountId'> & {
  /** One more than was read. */
  readonly tokenVersion: number;
  /** Who owned the account when it was read. */
  readonly userId?: string;
  readonly [member: string]: unknown;
};

/** Which accounts `Adapter.listAccountsToReseal` returns. */
export interface AccountsToReseal {
  /** What the sealed tokens of the newest secret begin with. */
  readonly prefix: string;
  readonly limit: number;
  /** The last one of the batch before. */
  readonly after?: Pick<AdapterAccount, 'provider' | 'providerAccountId'>;
}

/** An authenticator of a user who is yet to be stored. */
export type NewAuthenticator = Omit<AdapterAuthenticator, 'userId'>;

/** A first sign-in: what `Adapter.registerUser` stores together, for the id that it gives. */
export interface Registration {
  readonly user: AdapterUser;
  /** Its `userId` is the adapter's to fill. */
  readonly account?: Account;
  readonly session?: Omit<AdapterSession, 'userId'>;
  /** The passkey that the account was made for. */
  readonly authenticator?: NewAuthenticator;
}

/**
 * What `Adapter.addToUser` stores for a user who exists: whatever gives access to them.
 * Its `userId` is the adapter's to fill.
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
