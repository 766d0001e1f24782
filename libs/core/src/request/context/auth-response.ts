import type { ErrorCode } from '../../errors/error-code.js';
import type { SetCookie } from '../../cookies/cookie-jar.js';

/** The result of an action, which becomes a response. */
export interface ActionResult {
  /** @default 200, or 302 if `redirect` is set */
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** An HTML page, or a JSON value. */
  readonly body?: Page | JsonBody;
  /** URL to which the browser is redirected. */
  readonly redirect?: string;
}

/** An HTML document. */
export interface Page {
  readonly html: string;
}

/** A JSON document. */
export interface JsonBody {
  readonly json: unknown;
}

/** A response that can be written on any platform. */
export interface AuthResponse {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly cookies: readonly SetCookie[];
  /** URL for the browser, even if it is returned as JSON instead of a redirect. */
  readonly redirect?: string;
  /** Set if the response reports a failure and does not come from an action. */
  readonly failed?: true;
}

/** Redirects the browser to a URL. */
export function redirectTo(url: string): ActionResult {
  return { redirect: url };
}

/** Responds with JSON. */
export function jsonOf(json: unknown, status = 200): ActionResult {
  return { status, body: { json } };
}

/**
 * Returns the JSON for a script that one of our own endpoints refuses.
 * @param url - where a browser would be sent
 */
export function refusalOf(
  error: string,
  { status, errorCode, url }: { status: number; errorCode: ErrorCode; url?: string },
): ActionResult {
  return jsonOf({ error, errorCode, url }, status);
}

/**
 * Responds with a page of a feature. It loads nothing and has no script, and a form on it names its
 * origin, which every POST must do.
 */
export function htmlOf(html: string, status = 200): ActionResult {
  return { status, headers: PLAIN_PAGE, body: { html } };
}

const PLAIN_PAGE = {
  'content-security-policy':
    "default-src 'none'; base-uri 'none'; frame-ancestors 'none'; style-src 'unsafe-inline'",
  'referrer-policy': 'same-origin',
};

/** Seconds until a client may retry when a store is unavailable. @see RFC 9110 section 10.2.3 */
export const RETRY_AFTER = '5';
