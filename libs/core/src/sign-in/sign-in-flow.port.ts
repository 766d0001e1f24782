import type { NewAuthenticator } from '../adapter/adapter-inputs.js';
import type { ActionResult } from '../exchange/auth-response.js';
import type { AuthContext } from '../exchange/auth-context.js';
import type { Account } from '../model/account.js';
import type { Profile } from '../model/profile.js';
import type { ProviderType } from '../model/provider-type.js';
import type { User } from '../model/user.js';
import type { ProvenIdToken } from '../session-records/provider-facts.js';

/** Somebody whom a provider vouches for. */
export interface VerifiedIdentity {
  /** As the provider returns it. */
  readonly user: User;
  /** Complete but for `userId`. */
  readonly account: Account;
  /** The provider's profile as it came. */
  readonly profile?: Profile;
  /** All fields of the form; credentials only. */
  readonly credentials?: Record<string, unknown>;
  /** Of the ID token, verified; absent where none came. */
  readonly claims?: Readonly<Record<string, unknown>>;
  /** Whether the callback came through a redirect proxy, at which alone the provider knows us. */
  readonly byProxy?: boolean;
  /** Narrows the account to what is stored. */
  readonly stored?: Account;
  /** What the provider states about the user's address; absent, and so unproven, where nothing. */
  readonly address?: 'verified' | 'unverified';
  /** Where this sign-in was to end, where that is not what the request asks for. */
  readonly callbackUrl?: string;
  /**
   * Id of the user who was signed in when this began, null for nobody; absent where it does not
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
  /** Whether its callback needs the CSRF token; `post` takes GET too, which has none. */
  readonly callbackCsrf: 'required' | 'none' | 'post';
  /** POST signin: sends the browser on its way. */
  start(ctx: AuthContext): Promise<ActionResult>;
  /** The callback: finds out who it is, or returns a response. */
  verify(ctx: AuthContext): Promise<VerifiedIdentity | ActionResult>;
}

/** Token of the list of flows. */
export const SIGN_IN_FLOWS = Symbol('authnest:sign-in-flows');

/** Whether it is an identity, and not a response. */
export function isIdentity(result: VerifiedIdentity | ActionResult): result is VerifiedIdentity {
  return 'account' in result;
}

/** The ID token that an identity comes of; undefined where there was none. */
export function idTokenOf({ account, claims }: VerifiedIdentity): ProvenIdToken | undefined {
  return claims && { provider: account.provider, claims };
}
