import type { AdapterUser } from '../adapter/adapter-rows.js';
import type { CompleteAdapter } from '../adapter/complete-adapter.js';
import type { SessionContext } from '../request/context/session-context.js';

/** One way in which a user can sign in with the present configuration. */
export interface WayIn {
  /** `email`: a link can be mailed; `feature`: what a feature stores, such as a password. */
  readonly kind: 'account' | 'passkey' | 'email' | 'feature';
  /** Id of the provider, or name of the feature. */
  readonly name: string;
  /** Of an account or a passkey. */
  readonly providerAccountId?: string;
}

/** A user in the store of a request. */
export interface WaysOf {
  readonly ctx: SessionContext;
  readonly adapter: CompleteAdapter;
  readonly user: AdapterUser;
}

/** How a way to sign in is removed. */
export interface Removal {
  /** Whether the removal removes this one. */
  covers(way: WayIn): boolean;
  remove(): Promise<void>;
  /** @returns false if the user has changed: access that was removed then must not be restored */
  restore(): Promise<boolean>;
}
