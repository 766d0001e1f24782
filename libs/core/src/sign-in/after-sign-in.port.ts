import type { AuthContext } from '../exchange/auth-context.js';
import type { VerifiedIdentity } from './sign-in-flow.port.js';

/** Hook that runs after a session was opened, before the response is sent. */
export interface AfterSignIn {
  /** Never rejects, since the sign-in is complete. @param userId - the user of the new session */
  run(ctx: AuthContext, identity: VerifiedIdentity, userId: string): Promise<void>;
}

/** Injection token of {@link AfterSignIn}. */
export const AFTER_SIGN_IN = Symbol('authnest:after-sign-in');
