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

/**
 * The endpoints, without their path parameters; they are defined in `http/auth-js-routes.ts` and
 * `http/own-routes.ts`. An endpoint that Auth.js does not have is added here:
 * `AuthAction | 'health' | 'area/verb'`.
 */
export type Endpoint =
  | AuthAction
  | 'backchannel-logout'
  | 'sessions'
  | 'sessions/revoke'
  | 'sessions/revoke-all'
  | 'sessions/revoke-others'
  | 'signed-out'
  | 'signout/provider';

/** Whether it is an action of Auth.js; case-sensitive. @see docs/design/wire-contract.md REQ-12 */
export function isAuthAction(action: string): action is AuthAction {
  return (authActions as readonly string[]).includes(action);
}
