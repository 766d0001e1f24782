import { InvalidRequest } from '../errors/internal.errors.js';
import { toError } from '../errors/to-error.js';
import type { RequestBody } from '../request/context/auth-request.js';
import { MAX_CREDENTIAL_ID, readAuthenticatorData } from './authenticator-data.js';
import { decodeCbor } from './decode-cbor.js';

/** What the browser is requested to do. @see docs/design/wire-contract.md D-7 */
export type WebAuthnAction = 'authenticate' | 'register';

/** A well-formed but untrusted response of an authenticator. Binary members are bytes. */
export interface CredentialResponse {
  readonly id: Uint8Array;
  readonly clientDataJSON: Uint8Array;
  readonly clientData: ClientData;
  readonly authenticatorData: Uint8Array;
}

/** The result of `navigator.credentials.get()`. */
export interface AssertionResponse extends CredentialResponse {
  readonly signature: Uint8Array;
  /** As sent by the library in the browser. */
  readonly userHandle?: string;
}

/** The result of `navigator.credentials.create()`; the attestation statement is left out. */
export interface AttestationResponse extends CredentialResponse {
  readonly transports: readonly string[];
}

/** The fields of the callback. */
export type WebAuthnForm =
  | { readonly action: 'authenticate'; readonly response: AssertionResponse }
  | { readonly action: 'register'; readonly response: AttestationResponse };

/** @see WebAuthn section 5.8.1 */
export interface ClientData {
  readonly type: string;
  readonly challenge: string;
  readonly origin: string;
  /** Whether the requesting page was embedded in a page from another origin. */
  readonly embedded: boolean;
}

/** Longest response, in characters; one with the largest keys and ids needs a tenth of that. */
const MAX_DATA = 64 * 1024;
const MAX_USER_HANDLE = 256;
const TRANSPORTS: ReadonlySet<unknown> = new Set([
  'ble',
  'cable',
  'hybrid',
  'internal',
  'nfc',
  'smart-card',
  'usb',
]);

/**
 * Parses the fields of the callback strictly, up to the last byte.
 * @throws {InvalidRequest} when they are not the response of an authenticator
 * @see WebAuthn section 7
 */
export function parseWebAuthnForm(body: RequestBody | undefined): WebAuthnForm {
  const { action, data } = body ?? {};
  if (action !== 'authenticate' && action !== 'register') {
    throw new InvalidRequest("`action` must be 'authenticate' or 'register'");
  }
  if (typeof data !== 'string' || data.length > MAX_DATA) {
    throw new InvalidRequest('`data` must be the response of the browser as JSON');
  }
  try {
    const credential = recordOf(JSON.parse(data));
    return action === 'authenticate'
      ? { action, response: parseAssertion(credential) }
      : { action, response: parseAttestation(credential) };
  } catch (thrown) {
    throw new InvalidRequest('`data` is not the response of an authenticator', {
      err: toError(thrown),
    });
  }
}

type Members = Readonly<Record<string, unknown>>;

function parseAssertion(credential: Members): AssertionResponse {
  const response = recordOf(credential['response']);
  const { userHandle } = response;
  if (userHandle !== undefined && userHandle !== null && !isHandle(userHandle)) {
    throw new TypeError(`userHandle: expected a string of at most ${MAX_USER_HANDLE} characters`);
  }
  const authenticatorData = bytesOf(response['authenticatorData']);
  readAuthenticatorData(authenticatorData);
  return {
    id: idOf(credential),
    ...clientDataOf(response),
    authenticatorData,
    signature: bytesOf(response['signature']),
    ...(isHandle(userHandle) && { userHandle }),
  };
}

function parseAttestation(credential: Members): AttestationResponse {
  const response = recordOf(credential['response']);
  const attestation = decodeCbor(bytesOf(response['attestationObject']));
  if (!(attestation instanceof Map)) throw new TypeError('attestationObject: expected a map');
  const authenticatorData: unknown = attestation.get('authData');
  if (!(authenticatorData instanceof Uint8Array)) throw new TypeError('authData: expected bytes');
  const statement: unknown = attestation.get('attStmt');
  // A compound statement is a list. @see WebAuthn Level 3 section 8.9
  const isStatement = statement instanceof Map || Array.isArray(statement);
  if (typeof attestation.get('fmt') !== 'string' || !isStatement) {
    throw new TypeError('attestationObject: `fmt` must be a string and `attStmt` a map or a list');
  }
  const id = idOf(credential);
  const { credentialId } = readAuthenticatorData(authenticatorData);
  if (!credentialId || Buffer.compare(credentialId, id) !== 0)
    throw new TypeError('authData does not contain the credential id');
  const { transports } = response;
  return {
    id,
    ...clientDataOf(response),
    authenticatorData,
    transports: Array.isArray(transports)
      ? [...TRANSPORTS].filter((known) => transports.includes(known)).map(String)
      : [],
  };
}

function idOf({ id, rawId, type }: Members): Uint8Array {
  const bytes = bytesOf(id);
  if (bytes.length === 0 || bytes.length > MAX_CREDENTIAL_ID)
    throw new RangeError(`id: expected 1 to ${MAX_CREDENTIAL_ID} bytes`);
  if (rawId !== id || type !== 'public-key')
    throw new TypeError("`rawId` must equal `id`, and `type` must be 'public-key'");
  return bytes;
}

function clientDataOf(
  response: Members,
): Pick<CredentialResponse, 'clientData' | 'clientDataJSON'> {
  const clientDataJSON = bytesOf(response['clientDataJSON']);
  const text = new TextDecoder('utf-8', { fatal: true }).decode(clientDataJSON);
  const { type, challenge, origin, crossOrigin, topOrigin } = recordOf(JSON.parse(text));
  if (typeof type !== 'string' || typeof challenge !== 'string' || typeof origin !== 'string') {
    throw new TypeError('clientDataJSON: `type`, `challenge` and `origin` must be strings');
  }
  const embedded = (crossOrigin !== undefined && crossOrigin !== false) || topOrigin !== undefined;
  return { clientDataJSON, clientData: { type, challenge, origin, embedded } };
}

function recordOf(value: unknown): Members {
  if (!isMembers(value)) throw new TypeError('expected an object');
  return value;
}

function isMembers(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Accepts only one encoding of a value: another encoding of the same bytes would be another id. */
function bytesOf(value: unknown): Uint8Array {
  if (typeof value !== 'string') throw new TypeError('expected base64url');
  const bytes = Buffer.from(value, 'base64url');
  if (bytes.toString('base64url') !== value) throw new TypeError('expected base64url');
  return new Uint8Array(bytes);
}

function isHandle(value: unknown): value is string {
  return typeof value === 'string' && value.length <= MAX_USER_HANDLE;
}
