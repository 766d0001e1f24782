import type { AuthContext } from '../exchange/auth-context.js';
import type { VerifiedIdentity } from './sign-in-flow.port.js';

/** Runs once a session is open, before the response is sent. */
export interface AfterSignIn {
  /** @param userId - of the new session. Never rejects: the sign-in is complete. */
  run(ctx: AuthContext, identity: VerifiedIdentity, userId: string): Promise<void>;
}

/** Injection token of {@link AfterSignIn}. */
export const AFTER_SIGN_IN = Symbol('authnest:after-sign-in');
