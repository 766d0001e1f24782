import { HttpException } from '@nestjs/common';
import { AuthError, type AuthErrorType } from '../errors/auth.error.js';
import type { AuthLogger } from './auth-logger.port.js';

/**
 * Logs why a request failed. A fault of the application, or of a service behind it, is logged as an
 * error; a fault of the visitor as a warning, since anybody can cause any number of them.
 */
export function logFault(logger: AuthLogger, error: Error): void {
  if (isFaultOfVisitor(error)) logger.warn(error.type, error);
  else logger.error(error);
}

/** Whether the sender of the request caused the error, so that nobody needs to be alerted. */
function isFaultOfVisitor(error: Error): error is AuthError {
  if (!(error instanceof AuthError)) return false;
  if (OF_VISITORS.has(error.type)) return true;
  const { err } = error.cause ?? {};
  if (error.type === 'OAuthCallbackError') return err === undefined || isDeclined(err);
  if (!UNLESS_CAUSED.has(error.type)) return false;
  return err === undefined || isFaultOfVisitor(err) || isDeliberate(err);
}

const OF_VISITORS: ReadonlySet<AuthErrorType> = new Set<AuthErrorType>([
  'AccountNotLinked',
  'FreshAuthRequired',
  'InvalidCallbackUrl',
  'InvalidCheck',
  'InvalidLogoutToken',
  'InvalidProvider',
  'InvalidRequest',
  'LastWayIn',
  'MissingCSRF',
  'OAuthAccountNotLinked',
  'RateLimited',
  'SessionRequired',
  'UnknownAction',
  'UnknownTenant',
  'UntrustedHost',
  'UntrustedOrigin',
  'Verification',
  'WebAuthnVerificationError',
]);

/** Caused by the visitor, unless a function of the application failed. */
const UNLESS_CAUSED: ReadonlySet<AuthErrorType> = new Set<AuthErrorType>([
  'AccessDenied',
  'CredentialsSignin',
  'EmailSignin',
]);

/** Error codes of a provider if the user declined, or if the code had expired or was forged. */
const DECLINED: ReadonlySet<unknown> = new Set([
  'access_denied',
  'account_selection_required',
  // Of Keycloak, for a login page that was open for too long.
  'authentication_expired',
  'consent_required',
  'interaction_required',
  'invalid_grant',
  'login_required',
  // Of LinkedIn.
  'user_cancelled_authorize',
  'user_cancelled_login',
]);

function isDeclined(err: Error): boolean {
  return err instanceof AuthError && DECLINED.has(err.cause?.['code']);
}

/** Whether a callback refused with a Nest exception, as a route handler would. */
function isDeliberate(err: Error): boolean {
  return err instanceof HttpException && err.getStatus() < 500;
}
