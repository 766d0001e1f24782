import { type AuthRoute, GET, POST } from '../../feature-port/auth-route.js';
import type { AuthFeature } from '../../feature-port/auth-feature.js';
import { canListSessions } from '../../session/records/session-directory.js';
import { ListSessionsAction } from './list-sessions.action.js';
import { OtherSessionsService } from './other-sessions.service.js';
import {
  RevokeAllSessionsAction,
  RevokeOtherSessionsAction,
  RevokeSessionAction,
} from './revoke-sessions.action.js';
import { UserSessionsService } from './user-sessions.service.js';

const SESSIONS = { 401: 'Nobody is signed in', 503: 'The store is down' };
const REVOKED = {
  200: 'The number of ended sessions',
  302: 'For a form submission: redirect to its `callbackUrl`',
  ...SESSIONS,
  403: 'The CSRF token is missing, or the request comes from another site',
  429: 'Too many requests',
};

const routes: readonly AuthRoute[] = [
  {
    ...GET,
    name: 'sessions',
    path: 'sessions',
    run: ListSessionsAction,
    head: 'empty',
    summary: 'The sessions of the user',
    responses: { 200: 'The sessions', ...SESSIONS },
  },
  {
    ...POST,
    name: 'revokeSession',
    path: 'sessions/revoke',
    run: RevokeSessionAction,
    summary: 'Ends one session of the user',
    responses: { ...REVOKED, 404: 'The user has no session with this id' },
  },
  {
    ...POST,
    name: 'revokeOtherSessions',
    path: 'sessions/revoke-others',
    run: RevokeOtherSessionsAction,
    summary: 'Ends all other sessions of the user',
    responses: REVOKED,
  },
  {
    ...POST,
    name: 'revokeAllSessions',
    path: 'sessions/revoke-all',
    run: RevokeAllSessionsAction,
    summary: 'Signs out everywhere',
    responses: REVOKED,
  },
];

/** Users see where they are signed in, and sign out there. */
export const sessionList: AuthFeature = {
  name: 'session-list',
  isOn: canListSessions,
  providers: [OtherSessionsService, UserSessionsService],
  routes,
};
