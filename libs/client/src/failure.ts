/** Types of failures that the client itself finds; all others come from the server. */
export type ClientError =
  /** No response: no network, or the server does not allow this page to read its responses. */
  | 'Unreachable'
  /** 503: the store, or a callback of the server, failed. Nobody is signed out by that. */
  | 'Unavailable'
  /** 429: too many attempts; see `retryAfter`. */
  | 'RateLimited'
  /** Accepted, but the browser kept no cookie: it blocks them, or this page is on another site. */
  | 'CookiesBlocked'
  /** 403: the server does not list this page's origin in `trustedOrigins`. */
  | 'UntrustedOrigin'
  /** 401: nobody is signed in. */
  | 'Unauthorized'
  /** 404: there is no such session, provider or endpoint. */
  | 'NotFound'
  /** 400: the server refused the request. */
  | 'InvalidRequest'
  /** The response is not one of Authnest, such as a page of HTML. */
  | 'UnexpectedResponse';

/** Why a call failed. No failure changes who is signed in. */
export interface Failure {
  readonly ok: false;
  /** Such as `CredentialsSignin`; the guide "Errors" lists what a server returns. */
  readonly error: ClientError | (string & {});
  /** Text for people if the server sent one, in the language of the page; else for developers. */
  readonly message: string;
  /** Code of the application, for a `CredentialsSignin` that has one. */
  readonly code?: string;
  /** Seconds after which another attempt makes sense. */
  readonly retryAfter?: number;
  /** The page that shows the failure. */
  readonly url?: string;
  /** HTTP status; undefined if there was no response. */
  readonly status?: number;
}
