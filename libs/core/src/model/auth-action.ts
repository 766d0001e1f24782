/** Names of the endpoints that Auth.js has. @see docs/design/wire-contract.md 6 */
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

/** @see docs/design/wire-contract.md 6 */
export type AuthAction = (typeof authActions)[number];

/** Whether it is an action of Auth.js; case-sensitive. @see docs/design/wire-contract.md REQ-12 */
export function isAuthAction(action: string): action is AuthAction {
  return (authActions as readonly string[]).includes(action);
}
