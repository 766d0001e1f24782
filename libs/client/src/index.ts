export { type AuthClient, createAuthClient } from './create-auth-client.js';
export type { ClientError, Failure } from './failure.js';
export type { AuthClientOptions, Page } from './page.js';
export {
  getCsrfToken,
  getProviders,
  getSession,
  onSession,
  sessions,
  signIn,
  signOut,
  updateSession,
} from './page-functions.js';
export type {
  CsrfTokenResult,
  ProvidersResult,
  PublicProvider,
  RevokeResult,
  SessionList,
  SessionResult,
  SessionsResult,
  SessionSummary,
  SignInResult,
  SignOutResult,
} from './results.js';
export type { Session, SessionState, User } from './session.js';
export type { Sessions } from './sessions.js';
export type { RedirectOptions, SignInParams } from './sign-in.js';
