import { waitInWords } from '../texts/time-in-words.js';
import type { ErrorKey, ErrorTexts, Texts } from '../texts/texts.js';

/** What a person reads about an `error` value, and how the page about it behaves. */
export interface ErrorMessage extends ErrorTexts {
  /** Status of the error page. */
  readonly status: number;
  /** Whether the page offers to sign in again. */
  readonly retry: boolean;
}

/** A failure, as a URL or the code reports it. */
export interface ReportedError {
  /** From the query, untrusted. */
  readonly error?: string;
  /** How long to wait before the next attempt, seconds. */
  readonly waitSeconds?: number;
}

interface Behaviour {
  readonly key: ErrorKey;
  readonly status: number;
  readonly retry: boolean;
}

/** For a missing or unknown value. The page never repeats what came in the URL. */
const UNKNOWN: Behaviour = { key: 'Default', status: 200, retry: false };

const onSignIn = (key: ErrorKey): Behaviour => ({ key, status: 200, retry: true });

// A map and not an object: `error=constructor` must find nothing.
const BEHAVIOURS: ReadonlyMap<string, Behaviour> = new Map<string, Behaviour>([
  ['Configuration', { key: 'Configuration', status: 500, retry: false }],
  ['AccessDenied', { key: 'AccessDenied', status: 403, retry: true }],
  ['Verification', { key: 'Verification', status: 403, retry: true }],
  ['UntrustedOrigin', { key: 'UntrustedOrigin', status: 200, retry: false }],
  ['Unavailable', { key: 'Unavailable', status: 200, retry: false }],
  ['Signin', onSignIn('Signin')],
  ['OAuthSignin', onSignIn('Signin')],
  ['OAuthCallbackError', onSignIn('Signin')],
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
  ['TooManySessions', onSignIn('TooManySessions')],
  ['WebAuthnVerificationError', onSignIn('WebAuthnVerificationError')],
]);

/**
 * Finds the texts for an `error` value of the query.
 * @see docs/design/wire-contract.md 10.1, PG-9
 */
export function errorMessage(texts: Texts, { error, waitSeconds }: ReportedError): ErrorMessage {
  const { key, status, retry } = BEHAVIOURS.get(error ?? '') ?? UNKNOWN;
  const { heading, text } = texts.errors[key];
  const isTimed = key === 'RateLimited' && waitSeconds !== undefined;
  return { heading, status, retry, text: isTimed ? waitText(texts, waitSeconds) : text };
}

/** What pages and JSON responses report when an attempt has to wait. */
export function waitText(texts: Texts, waitSeconds: number): string {
  return texts.error.tooManyAttempts(waitInWords(texts, waitSeconds));
}
