import { toError } from '../../errors/to-error.js';
import { printableError } from '../../logging/printable-error.js';
import { isRefusal, namedRefusal } from '../../oauth/provider-refusal.js';

/** Why a provider issued no new tokens. */
export interface RefreshFailure {
  /**
   * `refused`: the refresh token is no longer valid; `misconfigured`: the provider does not accept
   * this client or its request; `down`: anything that may be temporary.
   */
  readonly kind: 'refused' | 'misconfigured' | 'down';
  /** The error code from the provider, or an empty string. */
  readonly code: string;
  /** Time to wait before another attempt, in seconds. */
  readonly retryAfter: number;
  /** Whether the provider itself sent the time to wait. */
  readonly isAsked: boolean;
  /**
   * The error without the response of the provider, which may contain tokens: the application gets
   * it as the cause of an error, and may log it.
   */
  readonly err: Error;
}

/** Errors in the application; a new sign-in would not solve them. @see RFC 6749 section 5.2 */
const OURS: ReadonlySet<string> = new Set([
  'invalid_client',
  'invalid_request',
  'invalid_scope',
  'invalid_target',
  'unauthorized_client',
  'unsupported_grant_type',
]);

const DEFAULT_WAIT = 5;
const WAIT_FOR_US = 60;
const LONGEST_WAIT = 3600;

/** Classifies the error of a refresh. */
export function refreshFailure(thrown: unknown): RefreshFailure {
  const err = printableError(namedRefusal(thrown));
  const code = codeOf(thrown);
  if (code === 'invalid_grant')
    return { kind: 'refused', code, retryAfter: 0, isAsked: false, err };
  if (OURS.has(code)) {
    return { kind: 'misconfigured', code, retryAfter: WAIT_FOR_US, isAsked: false, err };
  }
  const wait = waitOf(thrown);
  return { kind: 'down', code, retryAfter: wait ?? DEFAULT_WAIT, isAsked: wait !== undefined, err };
}

function codeOf(thrown: unknown): string {
  if (!isRefusal(thrown)) return '';
  // A challenge at the token endpoint concerns the client. @see RFC 6749 section 5.2
  return thrown.code === 'OAUTH_WWW_AUTHENTICATE_CHALLENGE' ? 'invalid_client' : thrown.error;
}

/** @see RFC 9110 section 10.2.3 */
function waitOf(thrown: unknown): number | undefined {
  const response = responseOf(thrown);
  const text = response?.headers.get('retry-after') ?? '';
  const seconds = /^\d+$/.test(text) ? Number(text) : (Date.parse(text) - Date.now()) / 1000;
  if (!Number.isFinite(seconds)) return undefined;
  return Math.min(Math.max(Math.ceil(seconds), 1), LONGEST_WAIT);
}

function responseOf(thrown: unknown): Response | undefined {
  if (isRefusal(thrown) && thrown.code === 'OAUTH_RESPONSE_BODY_ERROR') return thrown.response;
  const { cause } = toError(thrown);
  return cause instanceof Response ? cause : undefined;
}
