import type { SetCookie } from '../cookies/cookie-jar.js';

/** A response before it is written: what actions return. */
export interface ActionResult {
  /** @default 200, or 302 with `redirect` */
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** A page, or a value that becomes JSON. */
  readonly body?: Page | JsonBody;
  /** Where the browser is sent. */
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

/** A response ready to be written by any platform. */
export interface AuthResponse {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly cookies: readonly SetCookie[];
  /** Where the browser is sent, even if the response is JSON. */
  readonly redirect?: string;
  /** Set if the response reports a failure and does not come from an action. */
  readonly failed?: true;
}

/** A response that sends the browser elsewhere. */
export function redirectTo(url: string): ActionResult {
  return { redirect: url };
}

/** A response in JSON. */
export function jsonOf(json: unknown, status = 200): ActionResult {
  return { status, body: { json } };
}

/** Seconds after which a client may retry while a store is down. @see RFC 9110 section 10.2.3 */
export const RETRY_AFTER = '5';
