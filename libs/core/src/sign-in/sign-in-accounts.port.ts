import type { AdapterUser } from '../adapter/adapter-rows.js';
import type { ActionContext } from '../request/context/action-context.js';
import type { Account } from '../model/account.js';
import type { ProviderType } from '../model/provider-type.js';
import type { Registered } from './registered.js';
import type { VerifiedIdentity } from '../feature-port/verified-identity.js';

/** Finds or registers the user of an account, for some types of provider. */
export interface SignInAccounts {
  readonly types: readonly ProviderType[];
  /** Finds the stored user of the account, before anything is written; null for a new user. */
  find(ctx: ActionContext, account: Account): Promise<AdapterUser | null>;
  /**
   * Finds the stored user whom `findOrRegister` will return if `find` returned null, such as the one
   * to whom the account will be linked; null for a new user, or one of the application's own list.
   * Absent if that is never another one.
   */
  expected?(ctx: ActionContext, identity: VerifiedIdentity): Promise<AdapterUser | null>;
  /**
   * Finds or registers the user who signs in.
   * @param known - what `find` returned
   */
  findOrRegister(
    ctx: ActionContext,
    identity: VerifiedIdentity,
    known: AdapterUser | null,
  ): Promise<Registered>;
}

/** Injection token of the list of {@link SignInAccounts}, which covers all types of provider. */
export const SIGN_IN_ACCOUNTS = Symbol('authnest:sign-in-accounts');
