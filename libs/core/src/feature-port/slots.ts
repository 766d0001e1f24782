import type { AdapterUser } from '../adapter/adapter-rows.js';
import type { CompleteAdapter } from '../adapter/complete-adapter.js';
import type { AuthError } from '../errors/auth.error.js';
import type { ActionContext } from '../request/context/action-context.js';
import type { ActionResult } from '../request/context/auth-response.js';
import type { SessionContext } from '../request/context/session-context.js';
import type { MaybePromise } from '../model/maybe-promise.js';
import type { SessionFacts } from './session-facts.js';
import type { VerifiedIdentity } from './verified-identity.js';

/** Why accounts are removed: the address of the user is proven for the first time, or the user goes. */
export type RemovalReason = 'proof' | 'deletion';

/** A way to sign in that was added to a user, or removed. */
export interface WayChange {
  readonly user: AdapterUser;
  readonly done: 'added' | 'removed';
  readonly kind: 'account' | 'passkey';
  /** Id of the provider. */
  readonly provider: string;
}

/**
 * The points of a sign-in, a session and a sign-out at which features run, in the order of the list
 * of features. Each call may take twice `timeoutMs`. What a failure means:
 *
 * | Slot                                  | If it throws or takes too long              |
 * | ------------------------------------- | ------------------------------------------- |
 * | `verifying`, `identified`, `opening`  | the sign-in is refused                      |
 * | `alive`                               | the session could not be checked: 503       |
 * | `ending`, `removing`: `begin`         | nothing has ended, nothing is removed: 503  |
 * | `opened`, `failed`, `wayChanged`, what | it is logged; what was done stays done     |
 * | `begin` returned                      |                                             |
 * | `way`                                 | no way to sign in is removed                |
 * | `exporting`                           | nothing is exported: 503                    |
 */
export interface Slots {
  /**
   * Somebody sends the form of a credentials provider whose `feature` it is. Runs in place of
   * `authorize`, and counts the attempts itself.
   */
  readonly verifying: {
    /** @returns who it is, or a response, such as a redirect to the page with the next question */
    run(ctx: ActionContext): MaybePromise<VerifiedIdentity | ActionResult>;
  };
  /**
   * After the `signIn` callback has allowed a sign-in, and before anything is linked, registered or
   * opened. A response suspends the sign-in, which is then no session: it waits in the store for
   * `SignInService.resume`, which goes on with the next feature, or is forgotten.
   */
  readonly identified: {
    /** @param user - as stored; null for a new user, and for one of the application's own list */
    run(
      ctx: ActionContext,
      identity: VerifiedIdentity,
      user: AdapterUser | null,
    ): MaybePromise<ActionResult | undefined>;
  };
  /** Before a session is sealed or stored: returns what goes into it. */
  readonly opening: {
    /** @param user - null for a new user */
    run(
      ctx: ActionContext,
      identity: VerifiedIdentity,
      user: AdapterUser | null,
    ): MaybePromise<SessionFacts | undefined>;
  };
  /** After a session was opened, before the response is sent. */
  readonly opened: {
    run(ctx: ActionContext, identity: VerifiedIdentity, userId: string): MaybePromise<void>;
  };
  /** After a session could not be opened; a sign-in may try again, and fail again. */
  readonly failed: {
    run(ctx: ActionContext, identity: VerifiedIdentity, error: Error): MaybePromise<void>;
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
      ctx: ActionContext,
    ): MaybePromise<(() => MaybePromise<ActionResult | undefined>) | undefined>;
  };
  /**
   * The accounts of a user are removed; what `begin` returns is called afterwards. Before a
   * `deletion`, which may still fail, it should remove nothing.
   */
  readonly removing: {
    /**
     * Whether it also runs where the feature is off: another configuration with the same users may
     * have it on, and what the feature has stored gives access there.
     * @default false
     */
    readonly runsIfOff?: boolean;
    begin(
      ctx: ActionContext,
      adapter: CompleteAdapter,
      userId: string,
      reason: RemovalReason,
    ): MaybePromise<(() => MaybePromise<void>) | undefined>;
  };
  /** A user exports what is stored about them. */
  readonly exporting: {
    /**
     * @returns what the feature adds, under its name: no secret, no hash, nothing of others;
     * undefined for nothing
     */
    run(ctx: SessionContext, user: AdapterUser): MaybePromise<object | undefined>;
  };
  /** A way to sign in, so that nobody removes the last one. */
  readonly way: {
    /** Whether the user can sign in by what the feature stores, with the present configuration. */
    has(ctx: SessionContext, userId: string): MaybePromise<boolean>;
  };
  /** After a way to sign in was added to a user, or removed. */
  readonly wayChanged: {
    run(ctx: SessionContext, change: WayChange): MaybePromise<void>;
  };
}
