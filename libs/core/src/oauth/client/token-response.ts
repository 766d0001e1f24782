import { decodeProtectedHeader } from 'jose/decode/protected_header';
import { assertJwsForm } from './assert-jws-form.js';

/** The key that a token names; untrusted. */
export interface KeyName {
  readonly kid?: unknown;
  readonly alg?: unknown;
}

/** Member of a token response that contains the ID token. */
const ID_TOKEN = 'id_token';
/** Member that contains the lifetime of the access token, in seconds. */
const LIFE = 'expires_in';
/** Longest lifetime that is accepted, in seconds. @see docs/design/security-bar.md B34 */
const TEN_YEARS = 10 * 365 * 24 * 60 * 60;

/** A response that is not yet validated: the OAuth library validates it later. */
export interface TokenResponse {
  readonly response: Response;
  /** Its ID token, if it is kept; untrusted. */
  readonly idToken?: string;
}

/**
 * Reads the response of a token endpoint before the OAuth library does, to find out which key the
 * ID token needs.
 * @throws {AuthError} when the ID token is not a JWT in strict compact form
 */
export async function readTokenResponse(
  response: Response,
  { idToken, unfitLife = 'drop' }: TokenResponseOptions,
): Promise<TokenResponse> {
  const text = await response.text();
  const members = membersOf(text);
  if (members === undefined) return { response: withBody(response, text) };
  const { [ID_TOKEN]: token, [LIFE]: life, ...rest } = members;
  const kept = idToken === 'keep' && token !== undefined ? { [ID_TOKEN]: token } : {};
  const lives = lifeOf(life, unfitLife);
  const body = JSON.stringify({ ...rest, ...kept, ...lives });
  const result = { response: withBody(response, body) };
  if (idToken === 'drop' || typeof token !== 'string') return result;
  assertJwsForm(token, 'the ID token');
  return { ...result, idToken: token };
}

/** Options for reading a token response. */
export interface TokenResponseOptions {
  /** `drop` removes an ID token that cannot be verified. */
  readonly idToken: 'keep' | 'drop';
  readonly unfitLife?: UnfitLife;
}

/**
 * What to do with an invalid lifetime: a sign-in drops it; a refresh limits it, since a refreshed
 * token must expire. @default 'drop'
 */
export type UnfitLife = 'drop' | 'bound';

function lifeOf(value: unknown, unfit: UnfitLife): object {
  if (isLife(value)) return { [LIFE]: value };
  const seconds = typeof value === 'string' ? Number(value || NaN) : value;
  if (unfit === 'drop' || typeof seconds !== 'number' || Number.isNaN(seconds)) return {};
  return { [LIFE]: Math.min(Math.max(Math.floor(seconds), 0), TEN_YEARS) };
}

/**
 * Whether `expires_in` is valid. A malformed value is no reason to refuse the sign-in, since
 * `expires_in` is only informative.
 */
function isLife(value: unknown): boolean {
  const seconds = typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value;
  return typeof seconds === 'number' && seconds >= 0 && seconds <= TEN_YEARS;
}

/** Returns the key that a signed token names. */
export function keyOf(token: unknown): KeyName | undefined {
  try {
    return typeof token === 'string' ? decodeProtectedHeader(token) : undefined;
  } catch {
    return undefined;
  }
}

/** Returns the same response with a body that can be read again. */
export function withBody({ status, statusText, headers }: Response, text: string): Response {
  const body = status === 204 || status === 304 ? null : text;
  return new Response(body, { status, statusText, headers });
}

function membersOf(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? { ...value }
      : undefined;
  } catch {
    return undefined;
  }
}
