import type { AdapterUser } from '../adapter/adapter-rows.js';
import type { CompleteAdapter } from '../adapter/complete-adapter.js';
import type { AuthError } from '../errors/auth.error.js';
import type { AuthContext } from '../exchange/auth-context.js';
import type { ActionResult } from '../exchange/auth-response.js';
import type { SessionContext } from '../exchange/session-context.js';
import type { MaybePromise } from '../model/maybe-promise.js';
import type { SessionFacts } from './session-facts.js';
import type { VerifiedIdentity } from './verified-identity.js';

/**
 * The points of a sign-in, a session and a sign-out at which features run, in the order of the list
 * of features. Each call may take twice `timeoutMs`. What a failure means:
 *
 * | Slot                                  | If it throws or takes too long              |
 * | ------------------------------------- | ------------------------------------------- |
 * | `opening`                             | the sign-in is refused                      |
 * | `alive`                               | the session could not be checked: 503       |
 * | `ending`, `removing`: `begin`         | nothing has ended, nothing is removed: 503  |
 * | `opened`, `failed`, what `begin` returned | it is logged; what was done stays done  |
 */
export interface Slots {
  /** Before a session is sealed or stored: returns what goes into it. */
  readonly opening: {
    /** @param user - null for a new user */
    run(
      ctx: AuthContext,
      identity: VerifiedIdentity,
      user: AdapterUser | null,
    ): MaybePromise<SessionFacts | undefined>;
  };
  /** After a session was opened, before the response is sent. */
  readonly opened: {
    run(ctx: AuthContext, identity: VerifiedIdentity, userId: string): MaybePromise<void>;
  };
  /** After a session could not be opened; a sign-in may try again, and fail again. */
  readonly failed: {
    run(ctx: AuthContext, identity: VerifiedIdentity, error: Error): MaybePromise<void>;
  };
  /** Whether a session goes on: when it is opened, and whenever it is read. */
  readonly alive: {
    /** Whether a session that is read has to be checked; synchronous, for every request. */
    reads(facts: SessionFacts): boolean;
    /** @returns false if the session is over */
    run(ctx: SessionContext, facts: SessionFacts): MaybePromise<boolean>;
    /** Creates the error for a sign-in whose session is already over. @default AccessDenied */
    refusal?(facts: SessionFacts): AuthError;
  };
  /**
   * A sign-out. All begin in order before the session ends; what they return is called afterwards,
   * in reverse order. The first response that one of these returns is sent.
   */
  readonly ending: {
    begin(
      ctx: AuthContext,
    ): MaybePromise<(() => MaybePromise<ActionResult | undefined>) | undefined>;
  };
  /** The accounts of a user are removed; what `begin` returns is called afterwards. */
  readonly removing: {
    begin(
      ctx: AuthContext,
      adapter: CompleteAdapter,
      userId: string,
    ): MaybePromise<(() => MaybePromise<void>) | undefined>;
  };
}
