import type { ResolvedAuthConfig } from '../config/resolved-auth-config.js';
import { AuthError } from '../errors/auth.error.js';
import { UntrustedHost } from '../errors/configuration.errors.js';
import {
  InvalidRequest,
  JWTSessionError,
  SessionTokenError,
  SignOutError,
  UntrustedOrigin,
} from '../errors/internal.errors.js';
import {
  CredentialsSignin,
  FreshAuthRequired,
  LastWayIn,
  MissingCSRF,
  OAuthCallbackError,
  RateLimited,
  SignInError,
} from '../errors/sign-in.errors.js';
import { actionUrl, pageUrl, withParams } from '../request/redirects/request-urls.js';
import type { AuthPath } from '../request/context/auth-path.js';
import { type AuthRequest, headerOf } from '../request/context/auth-request.js';
import {
  type ActionResult,
  jsonOf,
  redirectTo,
  refusalOf,
  RETRY_AFTER,
} from '../request/context/auth-response.js';
import type { SessionContext } from '../request/context/session-context.js';
import { sendsJson, wantsJson } from '../request/body/wants-json.js';
import { isAuthAction } from '../model/auth-action.js';
import { errorMessage, type ReportedError, waitText } from '../pages/error-messages.js';
import { renderErrorPage } from '../pages/error.page.js';
import { pageOf } from '../pages/layout/page-response.js';
import { languageHeaders } from '../config/texts/language.js';
import { wantsPage, wantsUrl } from './wants-url.js';

/**
 * Returns the status, redirect or page for an error.
 * @see docs/design/wire-contract.md E-5, E-6; docs/design/decisions.md 6, 18
 */
export function respondToError(
  ctx: SessionContext,
  error: AuthError,
  { action }: AuthPath,
): ActionResult {
  const { request } = ctx;
  const status = statusOf(error);
  if (!isAuthAction(action) && wantsData(request, error)) return respondWithData(ctx, error);
  // A failed update returns `null`, whatever was wrong: clients treat other values as a session.
  if (error instanceof InvalidRequest && action === 'session') return jsonOf(null, error.status);
  if (error instanceof UntrustedHost) return badRequest(error);
  if (error instanceof InvalidRequest) return respondToInvalidRequest(ctx, error);
  if (error instanceof RateLimited) return respondToRateLimit(ctx, error);
  if (status !== undefined) return respondWithStatus(ctx, status);
  if (action === 'session') {
    if (request.method === 'POST') return jsonOf(null, 400);
    return { ...jsonOf(null, 503), headers: { 'retry-after': RETRY_AFTER } };
  }
  const url =
    error instanceof MissingCSRF && action === 'signout'
      ? stillSignedIn(ctx, error)
      : errorUrl(ctx, error);
  if (!wantsUrl(request)) return redirectTo(url);
  // As in Auth.js: for its client, JSON without the `Location` header that a success has.
  return sendsJson(request) ? withText(ctx, error, url) : jsonOf({ url });
}

/** Adds the text of the error page for a script that sends JSON, as no client of Auth.js does. */
function withText({ language }: SessionContext, error: AuthError, url: string): ActionResult {
  const shown = { error: error.clientSafe ? error.type : 'Configuration' };
  const { text } = errorMessage(language.texts, shown);
  return { ...jsonOf({ url, message: text }), headers: languageHeaders(language) };
}

/**
 * Whether the caller is a script that expects data, at an endpoint that Auth.js does not have. A
 * page that asks for a newer proof leads a browser to it.
 */
function wantsData(request: AuthRequest, error: AuthError): boolean {
  const isForm = request.method === 'POST' || error instanceof FreshAuthRequired;
  return !isForm || wantsJson(request);
}

/** Responds with JSON: the error type, its code and, for some, the URL that a browser would be sent to. */
function respondWithData(ctx: SessionContext, error: AuthError): ActionResult {
  const { type } = error;
  if (error instanceof RateLimited) {
    const headers = { 'retry-after': String(error.retryAfterSeconds) };
    return { ...refusalOf(type, { status: 429, errorCode: 'RATE_LIMITED' }), headers };
  }
  if (error instanceof InvalidRequest)
    return refusalOf(type, { status: error.status, errorCode: 'INVALID_REQUEST' });
  if (error instanceof UntrustedHost)
    return refusalOf('Configuration', { status: 400, errorCode: 'CONFIGURATION' });
  const url = errorUrl(ctx, error);
  if (error instanceof MissingCSRF || error instanceof UntrustedOrigin)
    return refusalOf(type, { status: 403, errorCode: 'CSRF_FAILED', url });
  if (error instanceof FreshAuthRequired)
    return refusalOf(type, { status: 403, errorCode: 'FRESH_AUTH_REQUIRED', url });
  if (error instanceof LastWayIn)
    return refusalOf(type, { status: error.status, errorCode: 'LAST_WAY_IN' });
  if (error.clientSafe) {
    return error instanceof SignInError
      ? refusalOf(type, { status: 401, errorCode: 'SESSION_REQUIRED', url })
      : refusalOf(type, { status: 403, errorCode: 'ACCESS_DENIED', url });
  }
  if (statusOf(error) !== 503)
    return refusalOf('Configuration', { status: 500, errorCode: 'CONFIGURATION' });
  const headers = { 'retry-after': RETRY_AFTER };
  return { ...refusalOf(type, { status: 503, errorCode: 'STORE_UNAVAILABLE' }), headers };
}

/** Responds without reading the body, which may be what is wrong with the request. */
function respondToInvalidRequest(ctx: SessionContext, error: InvalidRequest): ActionResult {
  if (headerOf(ctx.request, 'x-auth-return-redirect') === undefined) return badRequest(error);
  return jsonOf({ url: errorUrl(ctx, error) }, error.status);
}

/** The response of an endpoint that is switched off. @see docs/design/security-bar.md G13 */
export function notFound(): ActionResult {
  return jsonOf('Not found.', 404);
}

/** The response to a request that does not fit any endpoint (REQ-6, REQ-7). */
export function badRequest(error?: AuthError, allow?: string): ActionResult {
  if (allow !== undefined) return { ...jsonOf('Bad request.', 405), headers: { allow } };
  return jsonOf('Bad request.', error instanceof InvalidRequest ? error.status : 400);
}

/** Returns the status for errors that another sign-in would not fix and that do not redirect. */
function statusOf(error: AuthError): number | undefined {
  if (error instanceof UntrustedOrigin) return 403;
  const storeIsDown =
    error instanceof SessionTokenError ||
    error instanceof JWTSessionError ||
    error instanceof SignOutError;
  return storeIsDown ? 503 : undefined;
}

function respondWithStatus(ctx: SessionContext, status: number): ActionResult {
  const error = status === 403 ? 'AccessDenied' : 'Configuration';
  const retry: Record<string, string> = status === 503 ? { 'retry-after': RETRY_AFTER } : {};
  if (!wantsPage(ctx.request)) {
    const url = wantsUrl(ctx.request)
      ? { url: withParams(pageUrl(ctx, ctx.config.pages.error, 'error'), { error }) }
      : {};
    return { ...jsonOf({ message: MESSAGES[status], ...url }, status), headers: retry };
  }
  const shown = { error: status === 403 ? 'UntrustedOrigin' : 'Unavailable' };
  return showError(ctx, shown, { status, headers: retry });
}

function showError(
  ctx: SessionContext,
  reported: ReportedError,
  { status, headers }: { status: number; headers: Record<string, string> },
): ActionResult {
  const page = renderErrorPage({
    ...reported,
    theme: ctx.config.theme,
    language: ctx.language,
    signInUrl: actionUrl(ctx, 'signin'),
    origin: ctx.origin,
    name: ctx.config.name,
  });
  const response = pageOf(page, status);
  return { ...response, headers: { ...response.headers, ...headers } };
}

/**
 * Responds with 429. A browser goes to the sign-in page instead, whose form shows the wait and keeps
 * what was typed.
 * @see RFC 6585 section 4; docs/design/decisions.md 18
 */
function respondToRateLimit(ctx: SessionContext, error: RateLimited): ActionResult {
  const { language } = ctx;
  const url = errorUrl(ctx, error);
  const headers = { 'retry-after': String(error.retryAfterSeconds) };
  if (!wantsPage(ctx.request)) {
    const message = waitText(language.texts, error.retryAfterSeconds);
    return {
      ...jsonOf({ message, url }, 429),
      headers: { ...languageHeaders(language), ...headers },
    };
  }
  return { ...redirectTo(url), headers };
}

const MESSAGES: Readonly<Record<number, string>> = {
  403: 'The request comes from another site.',
  503: 'The service is not available right now; try again.',
};

function errorUrl(ctx: SessionContext, error: AuthError): string {
  if (error.page === 'reauthenticate') return proveAgainUrl(ctx, error);
  const page = error.page === 'signIn' ? 'signin' : 'error';
  return withParams(pageUrl(ctx, configuredPage(ctx.config, error), page), {
    error: error.clientSafe ? error.type : error.shownAs,
    retryAfter: error instanceof RateLimited ? String(error.retryAfterSeconds) : undefined,
    code:
      error instanceof CredentialsSignin || error instanceof OAuthCallbackError
        ? error.code
        : undefined,
    callbackUrl: error instanceof OAuthCallbackError ? error.callbackUrl : undefined,
  });
}

/** The page returns to where the user came from, and says that they then have to try again. */
function proveAgainUrl(ctx: SessionContext, { type: error }: AuthError): string {
  const maxAge = `${ctx.config.account.freshness.default}`;
  const callbackUrl = 'callbackUrl' in ctx ? String(ctx.callbackUrl) : undefined;
  const page = pageUrl(ctx, ctx.config.pages.reauthenticate, 'reauthenticate');
  return withParams(page, { error, maxAge, callbackUrl });
}

/** A refused sign-out must not look like one: its page asks again, with a new token. */
function stillSignedIn(ctx: SessionContext, { type: error }: MissingCSRF): string {
  return withParams(pageUrl(ctx, ctx.config.pages.signOut, 'signout'), { error });
}

function configuredPage({ pages }: ResolvedAuthConfig, error: AuthError): string | undefined {
  return error.page === 'signIn' ? pages.signIn : pages.error;
}
