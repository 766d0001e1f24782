import type { Provider } from '@nestjs/common';
import { CsrfAction } from '../csrf/csrf.action.js';
import { VerifyRequestPageAction } from '../email/verify-request.action.js';
import type { Action } from '../exchange/action.port.js';
import { ErrorPageAction, SignInPageAction, SignOutPageAction } from '../pages/pages.action.js';
import { BackchannelLogoutAction } from '../provider-logout/backchannel-logout.action.js';
import { hasLogout, hasNotices, takesNotices } from '../provider-logout/has-logout.js';
import { LeaveAction } from '../provider-logout/leave.action.js';
import { SignedOutAction } from '../provider-logout/signed-out.action.js';
import { ListSessionsAction } from '../session/list-sessions.action.js';
import {
  RevokeAllSessionsAction,
  RevokeOtherSessionsAction,
  RevokeSessionAction,
} from '../session/revoke-sessions.action.js';
import { SessionAction } from '../session/session.action.js';
import { canListSessions } from '../session/session-directory.js';
import { UpdateSessionAction } from '../session/update-session.action.js';
import { CallbackAction } from '../sign-in/callback.action.js';
import { ProvidersAction } from '../sign-in/providers.action.js';
import { SignInAction } from '../sign-in/sign-in.action.js';
import { SignOutAction } from '../sign-out/sign-out.action.js';
import { WebAuthnOptionsAction } from '../webauthn/webauthn-options.action.js';
import type { AuthRoute } from './auth-route.js';
import { RouteTable } from './route-table.js';

/** What every page and every read has. */
const GET = { method: 'GET', head: 'run', cookies: 'attach' } as const;
/** What a form of a browser has, and what acts in its name. */
const POST = { method: 'POST', csrf: 'required', cookies: 'attach' } as const;

const SESSIONS = { 401: 'Nobody is signed in', 503: 'The store is down' };
const REVOKED = {
  200: 'How many ended',
  302: 'For a form: to its page',
  ...SESSIONS,
  403: 'The CSRF token is missing, or the request comes from another site',
  429: 'Too many requests',
};

const PAGE = { 200: 'A page', 302: 'To a page of the application' };

/**
 * The endpoints: routes of the controller, what `Auth()` runs, methods, checks and API documentation
 * are read from here.
 * @see docs/design/wire-contract.md 6
 */
export const AUTH_ROUTES: readonly AuthRoute[] = [
  {
    ...GET,
    name: 'providers',
    path: 'providers',
    run: ProvidersAction,
    cookies: 'none',
    summary: 'The providers that people can sign in with',
    responses: { 200: 'Providers by id' },
  },
  {
    ...GET,
    name: 'csrf',
    path: 'csrf',
    run: CsrfAction,
    summary: 'A token for the forms of this browser',
    responses: { 200: 'The token' },
  },
  {
    ...GET,
    name: 'session',
    path: 'session',
    run: SessionAction,
    summary: 'The session of this browser',
    responses: { 200: 'The session, or null', 503: 'The store is down' },
  },
  {
    ...POST,
    name: 'updateSession',
    path: 'session',
    run: UpdateSessionAction,
    summary: 'Updates the session of this browser',
    responses: { 200: 'The session', 400: 'Null: it was not updated' },
  },
  {
    ...GET,
    name: 'signInPage',
    path: 'signin',
    run: SignInPageAction,
    summary: 'The sign-in page',
    responses: PAGE,
  },
  {
    ...POST,
    name: 'signIn',
    path: 'signin',
    run: SignInAction,
    summary: 'Responds with an error: the path must name a provider',
    responses: { 302: 'To an error page' },
  },
  {
    ...POST,
    name: 'signInWith',
    path: 'signin/:provider',
    run: SignInAction,
    summary: 'Starts a sign-in',
    responses: { 302: 'To the provider, or a page', 429: 'Too many attempts' },
  },
  {
    ...GET,
    name: 'callback',
    path: 'callback/:provider',
    run: CallbackAction,
    head: 'empty',
    summary: 'Ends a sign-in at a provider or by a mailed link',
    responses: { 302: 'To the target of the sign-in, or an error page' },
  },
  {
    ...POST,
    name: 'postCallback',
    path: 'callback/:provider',
    run: CallbackAction,
    csrf: 'flow',
    summary: 'Signs in by a form: credentials, a passkey, or the form of a provider',
    responses: { 302: 'To the target of the sign-in, or an error page', 429: 'Too many attempts' },
  },
  {
    ...GET,
    name: 'signOutPage',
    path: 'signout',
    run: SignOutPageAction,
    summary: 'The sign-out page',
    responses: PAGE,
  },
  {
    ...POST,
    name: 'signOut',
    path: 'signout',
    run: SignOutAction,
    summary: 'Signs out',
    responses: { 302: 'To the target, or the provider', 503: 'The store is down' },
  },
  {
    ...GET,
    name: 'leave',
    path: 'signout/provider',
    run: LeaveAction,
    head: 'empty',
    isOn: hasLogout,
    summary: 'Goes on to the provider after a sign-out by the application',
    responses: { 302: 'To the provider, or the target of the sign-out' },
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
    responses: { 200: 'They have ended', 400: 'No valid notice', 503: 'The store is down' },
  },
  {
    ...GET,
    name: 'signedOut',
    path: 'signed-out',
    run: SignedOutAction,
    head: 'empty',
    isOn: hasLogout,
    summary: 'Ends a sign-out at the provider',
    responses: { 302: 'To the target of the sign-out' },
  },
  {
    ...GET,
    name: 'error',
    path: 'error',
    run: ErrorPageAction,
    summary: 'The error page',
    responses: PAGE,
  },
  {
    ...GET,
    name: 'verifyRequest',
    path: 'verify-request',
    run: VerifyRequestPageAction,
    summary: 'The page after a link was mailed',
    responses: PAGE,
  },
  {
    ...GET,
    name: 'webAuthnOptions',
    path: 'webauthn-options/:provider',
    run: WebAuthnOptionsAction,
    isOn: ({ webAuthn }) => webAuthn !== 'off',
    isMapped: ({ providers }) => [...providers.values()].some(({ type }) => type === 'webauthn'),
    summary: 'Options for a passkey',
    responses: { 200: 'Options for the browser', 404: 'Passkeys are off' },
  },
  {
    ...GET,
    name: 'sessions',
    path: 'sessions',
    run: ListSessionsAction,
    head: 'empty',
    isOn: canListSessions,
    summary: 'Where the person is signed in',
    responses: { 200: 'The sessions', ...SESSIONS },
  },
  {
    ...POST,
    name: 'revokeSession',
    path: 'sessions/revoke',
    run: RevokeSessionAction,
    isOn: canListSessions,
    summary: 'Ends a session of the person',
    responses: { ...REVOKED, 404: 'The person has no such session' },
  },
  {
    ...POST,
    name: 'revokeOtherSessions',
    path: 'sessions/revoke-others',
    run: RevokeOtherSessionsAction,
    isOn: canListSessions,
    summary: 'Ends all other sessions of the person',
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

/** The actions of the table, each once. */
export const ACTIONS = [...new Set(AUTH_ROUTES.map(({ run }) => run))];

/** The table with its actions. One that Nest cannot make fails at start. */
export const routeTable: Provider = {
  provide: RouteTable,
  inject: AUTH_ROUTES.map(({ run }) => run),
  useFactory: (...actions: Action[]) => new RouteTable(AUTH_ROUTES, actions),
};
