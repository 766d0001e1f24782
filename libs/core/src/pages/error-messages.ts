import { waitInWords } from '../config/texts/time-in-words.js';
import type { ErrorKey, ErrorTexts, Texts } from '../model/texts.js';

/** What a user reads about an `error` value, and how the error page behaves. */
export interface ErrorMessage extends ErrorTexts {
  /** HTTP status of the error page. */
  readonly status: number;
  /** Whether the page offers to sign in again. */
  readonly retry: boolean;
  /** `notice` if nothing went wrong: the user only has to choose what to do. */
  readonly tone: 'alert' | 'notice';
}

/** A failure as reported in a URL or by the code. */
export interface ReportedError {
  /** From the query, untrusted. */
  readonly error?: string;
  /** Which kind of this error it is. From the query, untrusted. */
  readonly code?: string;
  /** How long to wait before the next attempt, in seconds. */
  readonly waitSeconds?: number;
}

interface Behaviour extends Pick<ErrorMessage, 'status' | 'retry'> {
  readonly key: ErrorKey;
}

/** For a missing or unknown value. The page never repeats the value from the URL. */
const UNKNOWN: Behaviour = { key: 'Default', status: 200, retry: true };

const onSignIn = (key: ErrorKey): Behaviour => ({ key, status: 200, retry: true });

const NOTICES: ReadonlySet<ErrorKey> = new Set([
  'SessionRequired',
  'Cancelled',
  'FreshAuthRequired',
]);

// A Map instead of an object, so that `error=constructor` finds nothing.
const BEHAVIOURS: ReadonlyMap<string, Behaviour> = new Map<string, Behaviour>([
  ['Configuration', { key: 'Configuration', status: 500, retry: false }],
  ['AccessDenied', { key: 'AccessDenied', status: 403, retry: true }],
  ['Verification', { key: 'Verification', status: 403, retry: true }],
  ['LastWayIn', { key: 'LastWayIn', status: 409, retry: false }],
  ['UntrustedOrigin', { key: 'UntrustedOrigin', status: 200, retry: false }],
  ['NotFound', { key: 'NotFound', status: 404, retry: false }],
  ['Unavailable', { key: 'Unavailable', status: 200, retry: false }],
  ['Signin', onSignIn('Signin')],
  ['OAuthSignin', onSignIn('Signin')],
  ['OAuthCallbackError', onSignIn('Signin')],
  ['OAuthCallbackError access_denied', onSignIn('Cancelled')],
  ['OAuthCreateAccount', onSignIn('Signin')],
  ['EmailCreateAccount', onSignIn('Signin')],
  ['Callback', onSignIn('Signin')],
  ['OAuthAccountNotLinked', onSignIn('OAuthAccountNotLinked')],
  ['AccountNotLinked', onSignIn('AccountNotLinked')],
  ['EmailSignin', onSignIn('EmailSignin')],
  ['CredentialsSignin', onSignIn('CredentialsSignin')],
  ['SessionRequired', onSignIn('SessionRequired')],
  ['MissingCSRF', onSignIn('MissingCSRF')],
  ['RateLimited', onSignIn('RateLimited')],
  ['FreshAuthRequired', onSignIn('FreshAuthRequired')],
  ['TooManySessions', onSignIn('TooManySessions')],
  ['WebAuthnVerificationError', onSignIn('WebAuthnVerificationError')],
]);

/**
 * Finds the texts for the `error` value from the query.
 * @see docs/design/wire-contract.md 10.1, PG-9
 */
export function errorMessage(texts: Texts, reported: ReportedError): ErrorMessage {
  const { error = '', code, waitSeconds } = reported;
  const { key, status, retry } =
    BEHAVIOURS.get(`${error} ${code}`) ?? BEHAVIOURS.get(error) ?? UNKNOWN;
  const { heading, text } = texts.errors[key];
  const isTimed = key === 'RateLimited' && waitSeconds !== undefined;
  const tone = NOTICES.has(key) ? 'notice' : 'alert';
  return { heading, status, retry, tone, text: isTimed ? waitText(texts, waitSeconds) : text };
}

/** Returns the text that pages and JSON responses show when an attempt has to wait. */
export function waitText(texts: Texts, waitSeconds: number): string {
  return texts.error.tooManyAttempts(waitInWords(texts, waitSeconds));
}
