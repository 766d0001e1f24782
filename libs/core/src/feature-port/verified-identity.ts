import type { NewAuthenticator } from '../adapter/adapter-inputs.js';
import type { Account } from '../model/account.js';
import type { Profile } from '../model/profile.js';
import type { User } from '../model/user.js';
import type { SessionFacts } from './session-facts.js';

/** The identity of a user, as verified by a provider. */
export interface VerifiedIdentity {
  /** The user as described by the provider. */
  readonly user: User;
  /** Complete except for `userId`. */
  readonly account: Account;
  /** The provider's profile, as received. */
  readonly profile?: Profile;
  /** All fields of the form; credentials only. */
  readonly credentials?: Record<string, unknown>;
  /** The verified claims of the ID token; absent if there was none. */
  readonly claims?: Readonly<Record<string, unknown>>;
  /** Whether a redirect proxy forwarded the callback; the provider knows only the proxy's URL. */
  readonly byProxy?: boolean;
  /** The part of the account that is stored. */
  readonly stored?: Account;
  /** What the provider states about the user's address; if absent, the address is unproven. */
  readonly address?: 'verified' | 'unverified';
  /**
   * Verifies the identity once more, since all sessions of the user ended after it was verified;
   * absent if looking up the user again is enough.
   * @returns the identity as it is now
   * @throws when the identity is no longer valid
   */
  readonly verifyAgain?: () => Promise<VerifiedIdentity>;
  /** The URL to return to, if it is not the one in the request. */
  readonly callbackUrl?: string;
  /**
   * Id of the user who was signed in when the sign-in began, null if nobody was; absent if it does
   * not matter. Accounts are linked only for that user.
   * @see docs/design/security-bar.md C13
   */
  readonly startedBy?: string | null;
  /**
   * When the session of that user began, in milliseconds since the epoch. Accounts are linked only
   * with that session: another one of the user may exist because it was stolen and ended.
   * @see docs/design/security-bar.md ID29
   */
  readonly sessionStart?: number;
  /** Whether that user proves again who they are: an account that is not linked yet proves nothing. */
  readonly isProof?: boolean;
  /** A passkey that was just created, to be stored with the account. */
  readonly authenticator?: NewAuthenticator;
  /** Whether the passkey counts as registered already, although no user has it. */
  readonly isTaken?: boolean;
  /**
   * How the user was verified, by the names of RFC 8176 where there is one.
   * @default by the type of the account: `pwd`, `email` or `fed`
   */
  readonly amr?: readonly string[];
  /** What features add to the session. */
  readonly facts?: SessionFacts;
}
