import { BackchannelLogoutAction } from '../provider-logout/backchannel-logout.action.js';
import { hasLogout, hasNotices, takesNotices } from '../provider-logout/has-logout.js';
import { LeaveAction } from '../provider-logout/leave.action.js';
import { SignedOutAction } from '../provider-logout/signed-out.action.js';
import { ListSessionsAction } from '../session-list/list-sessions.action.js';
import {
  RevokeAllSessionsAction,
  RevokeOtherSessionsAction,
  RevokeSessionAction,
} from '../session-list/revoke-sessions.action.js';
import { canListSessions } from '../session-records/session-directory.js';
import { type AuthRoute, GET, POST } from './auth-route.js';

const SESSIONS = { 401: 'Nobody is signed in', 503: 'The store is down' };
const REVOKED = {
  200: 'The number of ended sessions',
  302: 'For a form submission: redirect to its `callbackUrl`',
  ...SESSIONS,
  403: 'The CSRF token is missing, or the request comes from another site',
  429: 'Too many requests',
};

/** The endpoints that Auth.js does not have. */
export const OWN_ROUTES: readonly AuthRoute[] = [
  {
    ...GET,
    name: 'leave',
    path: 'signout/provider',
    run: LeaveAction,
    head: 'empty',
    isOn: hasLogout,
    summary: 'Continues to the provider after a sign-out by the application',
    responses: { 302: 'Redirect to the provider, or to the target URL of the sign-out' },
  },
  {
    method: 'POST',
    caller: 'server',
    csrf: 'none',
    cookies: 'none',
    name: 'backchannelLogout',
    path: 'backchannel-logout/:provider',
    run: BackchannelLogoutAction,
    isOn: takesNotices,
    isMapped: hasNotices,
    summary: 'Ends the sessions that a provider has ended',
    responses: {
      200: 'The sessions have ended',
      400: 'The logout token is not valid',
      503: 'The store is down',
    },
  },
  {
    ...GET,
    name: 'signedOut',
    path: 'signed-out',
    run: SignedOutAction,
    head: 'empty',
    isOn: hasLogout,
    summary: 'Completes a sign-out at the provider',
    responses: { 302: 'Redirect to the target URL of the sign-out' },
  },
  {
    ...GET,
    name: 'sessions',
    path: 'sessions',
    run: ListSessionsAction,
    head: 'empty',
    isOn: canListSessions,
    summary: 'The sessions of the user',
    responses: { 200: 'The sessions', ...SESSIONS },
  },
  {
    ...POST,
    name: 'revokeSession',
    path: 'sessions/revoke',
    run: RevokeSessionAction,
    isOn: canListSessions,
    summary: 'Ends one session of the user',
    responses: { ...REVOKED, 404: 'The user has no session with this id' },
  },
  {
    ...POST,
    name: 'revokeOtherSessions',
    path: 'sessions/revoke-others',
    run: RevokeOtherSessionsAction,
    isOn: canListSessions,
    summary: 'Ends all other sessions of the user',
    responses: REVOKED,
  },
  {
    ...POST,
    name: 'revokeAllSessions',
    path: 'sessions/revoke-all',
    run: RevokeAllSessionsAction,
    isOn: canListSessions,
    summary: 'Signs out everywhere',
    responses: REVOKED,
  },
];
