import { CsrfAction } from '../request/csrf/csrf.action.js';
import { VerifyRequestPageAction } from '../email/verify-request.action.js';
import { ErrorPageAction, SignInPageAction, SignOutPageAction } from '../pages/pages.action.js';
import { SessionAction } from '../session/current/session.action.js';
import { UpdateSessionAction } from '../session/current/update-session.action.js';
import { CallbackAction } from '../sign-in/callback.action.js';
import { ProvidersAction } from '../sign-in/providers.action.js';
import { SignInAction } from '../sign-in/sign-in.action.js';
import { SignOutAction } from '../sign-in/sign-out.action.js';
import { WebAuthnOptionsAction } from '../webauthn/webauthn-options.action.js';
import { type AuthRoute, GET, POST } from '../feature-port/auth-route.js';

const PAGE = { 200: 'A page', 302: 'Redirect to a page of the application' };

/** The endpoints that Auth.js also has; their paths and methods must not change. */
export const AUTH_JS_ROUTES: readonly AuthRoute[] = [
  {
    ...GET,
    name: 'providers',
    path: 'providers',
    run: ProvidersAction,
    cookies: 'none',
    summary: 'The providers that users can sign in with',
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
    responses: { 200: 'The session', 400: 'The session was not updated; the body is null' },
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
    responses: { 302: 'Redirect to an error page' },
  },
  {
    ...POST,
    name: 'signInWith',
    path: 'signin/:provider',
    run: SignInAction,
    summary: 'Starts a sign-in',
    responses: {
      302: 'Redirect to the provider, or to the sign-in, verify-request or error page',
      429: 'Too many attempts',
    },
  },
  {
    ...GET,
    name: 'callback',
    path: 'callback/:provider',
    run: CallbackAction,
    head: 'empty',
    summary: 'Completes a sign-in with a provider or an emailed link',
    responses: { 302: 'Redirect to the target URL of the sign-in, or to an error page' },
  },
  {
    ...POST,
    name: 'postCallback',
    path: 'callback/:provider',
    run: CallbackAction,
    csrf: 'flow',
    summary: 'Completes a sign-in from a form: credentials, a passkey or a response of a provider',
    responses: {
      302: 'Redirect to the target URL of the sign-in, or to an error page',
      429: 'Too many attempts',
    },
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
    responses: { 302: 'Redirect to the target URL, or to the provider', 503: 'The store is down' },
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
];
