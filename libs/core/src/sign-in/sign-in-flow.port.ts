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
  /** As the provider returns it. */
  readonly user: User;
  /** Complete but for `userId`. */
  readonly account: Account;
  /** The provider's profile as it came. */
  readonly profile?: Profile;
  /** All fields of the form; credentials only. */
  readonly credentials?: Record<string, unknown>;
  /** The verified claims of the ID token; absent where there was none. */
  readonly claims?: Readonly<Record<string, unknown>>;
  /** Whether the callback came through a redirect proxy, the only address known to the provider. */
  readonly byProxy?: boolean;
  /** The part of the account that is stored. */
  readonly stored?: Account;
  /** What the provider states about the user's address; if absent, the address is unproven. */
  readonly address?: 'verified' | 'unverified';
  /** The target of this sign-in, where it is not the one that the request asks for. */
  readonly callbackUrl?: string;
  /**
   * Id of the user who was signed in when this began, null if nobody was; absent where it does not
   * matter. Accounts are linked for that user only.
   * @see docs/design/security-bar.md C13
   */
  readonly startedBy?: string | null;
  /** A passkey that was just made, to be stored with the account. */
  readonly authenticator?: NewAuthenticator;
}

/** One kind of provider. */
export interface SignInFlow {
  readonly types: readonly ProviderType[];
  /** Whether its callback needs the CSRF token; `post` also accepts GET, which has no token. */
  readonly callbackCsrf: 'required' | 'none' | 'post';
  /** POST signin: starts the sign-in. */
  start(ctx: AuthContext): Promise<ActionResult>;
  /** The callback: returns the verified identity, or a response. */
  verify(ctx: AuthContext): Promise<VerifiedIdentity | ActionResult>;
}

/** Injection token of the list of flows. */
export const SIGN_IN_FLOWS = Symbol('authnest:sign-in-flows');

/** Whether it is an identity, and not a response. */
export function isIdentity(result: VerifiedIdentity | ActionResult): result is VerifiedIdentity {
  return 'account' in result;
}

/** The ID token that an identity was read from; undefined where there was none. */
export function idTokenOf({ account, claims }: VerifiedIdentity): ProvenIdToken | undefined {
  return claims && { provider: account.provider, claims };
}
