/** Names of the endpoints. @see specification, Action endpoints */
export const authActions = [
  'callback',
  'csrf',
  'error',
  'providers',
  'session',
  'signin',
  'signout',
  'verify-request',
  'webauthn-options',
] as const;

/** @see specification, Action endpoints */
export type AuthAction = (typeof authActions)[number];

/** Whether a text names an action; case matters. @see wire contract REQ-12 */
export function isAuthAction(action: string): action is AuthAction {
  return (authActions as readonly string[]).includes(action);
}
