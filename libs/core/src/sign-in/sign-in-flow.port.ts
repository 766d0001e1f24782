import type { ActionResult } from '../request/context/auth-response.js';
import type { ActionContext } from '../request/context/action-context.js';
import type { VerifiedIdentity } from '../feature-port/verified-identity.js';
import type { ProviderType } from '../model/provider-type.js';

/** Sign-in for some types of provider. */
export interface SignInFlow {
  readonly types: readonly ProviderType[];
  /** Whether the callback requires the CSRF token; `post`: only for POST, as a GET has no token. */
  readonly callbackCsrf: 'required' | 'none' | 'post';
  /** POST signin: starts the sign-in. */
  start(ctx: ActionContext): Promise<ActionResult>;
  /** The callback: returns the verified identity, or a response. */
  verify(ctx: ActionContext): Promise<VerifiedIdentity | ActionResult>;
}

/** Injection token of the list of {@link SignInFlow}s. */
export const SIGN_IN_FLOWS = Symbol('authnest:sign-in-flows');

/** Whether the result is an identity rather than a response. */
export function isIdentity(result: VerifiedIdentity | ActionResult): result is VerifiedIdentity {
  return 'account' in result;
}
