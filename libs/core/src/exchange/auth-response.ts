import type { SetCookie } from '../cookies/cookie-jar.js';

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

/** Seconds until a client may retry when a store is unavailable. @see RFC 9110 section 10.2.3 */
export const RETRY_AFTER = '5';
