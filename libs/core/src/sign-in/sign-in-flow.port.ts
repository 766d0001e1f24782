import type { NewAuthenticator } from '../adapter/adapter-inputs.js';
import type { ActionResult } from '../exchange/auth-response.js';
import type { AuthContext } from '../exchange/auth-context.js';
import type { Account } from '../model/account.js';
import type { Profile } from '../model/profile.js';
import type { ProviderType } from '../model/provider-type.js';
import type { User } from '../model/user.js';
import type { ProvenIdToken } from '../session-records/provider-facts.js';

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
   * @throws when the identity is no longer valid
   */
  readonly verifyAgain?: () => Promise<void>;
  /** The URL to return to, if it is not the one in the request. */
  readonly callbackUrl?: string;
  /**
   * Id of the user who was signed in when the sign-in began, null if nobody was; absent if it does
   * not matter. Accounts are linked only for that user.
   * @see docs/design/security-bar.md C13
   */
  readonly startedBy?: string | null;
  /** A passkey that was just created, to be stored with the account. */
  readonly authenticator?: NewAuthenticator;
  /** Whether the passkey counts as registered already, although no user has it. */
  readonly isTaken?: boolean;
}

/** Sign-in for some types of provider. */
export interface SignInFlow {
  readonly types: readonly ProviderType[];
  /** Whether the callback requires the CSRF token; `post`: only for POST, as a GET has no token. */
  readonly callbackCsrf: 'required' | 'none' | 'post';
  /** POST signin: starts the sign-in. */
  start(ctx: AuthContext): Promise<ActionResult>;
  /** The callback: returns the verified identity, or a response. */
  verify(ctx: AuthContext): Promise<VerifiedIdentity | ActionResult>;
}

/** Injection token of the list of {@link SignInFlow}s. */
export const SIGN_IN_FLOWS = Symbol('authnest:sign-in-flows');

/** Whether the result is an identity rather than a response. */
export function isIdentity(result: VerifiedIdentity | ActionResult): result is VerifiedIdentity {
  return 'account' in result;
}

/** Returns the ID token that the identity was read from; undefined if there was none. */
export function idTokenOf({ account, claims }: VerifiedIdentity): ProvenIdToken | undefined {
  return claims && { provider: account.provider, claims };
}
