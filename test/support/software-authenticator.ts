import {
  createHash,
  createSign,
  generateKeyPairSync,
  type KeyObject,
  randomBytes,
  sign,
} from 'node:crypto';
import { encodeCbor, type Encodable } from './cbor.js';

/** What an authenticator and its browser do wrong in a test. */
export interface Behaviour {
  origin?: string;
  rpId?: string;
  type?: string;
  challenge?: string;
  crossOrigin?: boolean;
  topOrigin?: string;
  /** Bits: 0 present, 2 verified, 3 may be backed up, 4 is backed up. @default present and verified */
  flags?: number;
  counter?: number;
  userHandle?: string;
  /** Changes the bytes before they are signed. */
  tamper?(authenticatorData: Buffer): Buffer;
  /** Replaces the attestation object. */
  attestation?(authData: Buffer, clientDataHash: Buffer, key: KeyObject): Encodable;
  signature?(right: Buffer): Buffer;
}

/** The members of the options that an authenticator uses. */
export interface Options {
  challenge: string;
  rpId?: string;
  rp?: { id: string };
  user?: { id: string };
}

/** A browser's response, as JSON. */
export interface BrowserResponse {
  id: string;
  rawId: string;
  type: string;
  clientExtensionResults: object;
  response: Record<string, unknown>;
}

const ATTESTED = 0x40;
export const PRESENT = 0x01;
export const VERIFIED = 0x04;
export const BACKUP_ELIGIBLE = 0x08;
export const BACKED_UP = 0x10;

/** The COSE numbers of the supported key algorithms. */
export type Algorithm = -7 | -8 | -257 | -35;

/** A passkey in an authenticator and a browser that a test controls. */
export class SoftwareAuthenticator {
  counter = 0;
  userHandle: string | undefined;
  private readonly keys: { publicKey: KeyObject; privateKey: KeyObject };

  constructor(
    private readonly origin: string,
    readonly credentialId: Buffer = randomBytes(32),
    private readonly algorithm: Algorithm = -7,
  ) {
    this.keys = keyPair(algorithm);
  }

  /** The credential id as stored. */
  get credentialID(): string {
    return this.credentialId.toString('base64');
  }

  /** Returns the result of `navigator.credentials.create()`. */
  create(options: Options, behaviour: Behaviour = {}): BrowserResponse {
    this.userHandle = options.user?.id;
    const clientData = this.clientData(options, { type: 'webauthn.create', ...behaviour });
    const credential = Buffer.concat([
      Buffer.alloc(16),
      Buffer.from([this.credentialId.length >> 8, this.credentialId.length & 0xff]),
      this.credentialId,
      encodeCbor(coseKey(this.algorithm, this.keys.publicKey)),
    ]);
    const authData = this.authenticatorData(options, behaviour, credential);
    const attestation =
      behaviour.attestation?.(authData, sha256(clientData), this.keys.privateKey) ??
      unattested(authData);
    return this.credential({
      clientDataJSON: clientData.toString('base64url'),
      attestationObject: encodeCbor(attestation).toString('base64url'),
      transports: ['internal', 'hybrid'],
    });
  }

  /** Returns the result of `navigator.credentials.get()`. */
  get(options: Options, behaviour: Behaviour = {}): BrowserResponse {
    const clientData = this.clientData(options, { type: 'webauthn.get', ...behaviour });
    const authData = this.authenticatorData(options, behaviour);
    const right = this.sign(Buffer.concat([authData, sha256(clientData)]));
    return this.credential({
      clientDataJSON: clientData.toString('base64url'),
      authenticatorData: authData.toString('base64url'),
      signature: (behaviour.signature?.(right) ?? right).toString('base64url'),
      userHandle: behaviour.userHandle ?? this.userHandle,
    });
  }

  private credential(response: Record<string, unknown>): BrowserResponse {
    const id = this.credentialId.toString('base64url');
    return { id, rawId: id, type: 'public-key', clientExtensionResults: {}, response };
  }

  private clientData(options: Options, behaviour: Behaviour): Buffer {
    const { type, challenge = options.challenge, origin = this.origin } = behaviour;
    const { crossOrigin = false, topOrigin } = behaviour;
    return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin, topOrigin }));
  }

  private authenticatorData(options: Options, behaviour: Behaviour, credential?: Buffer): Buffer {
    const { flags = PRESENT | VERIFIED, counter = this.counter, tamper } = behaviour;
    const rpId = behaviour.rpId ?? options.rpId ?? options.rp?.id ?? '';
    const head = Buffer.alloc(5);
    head.writeUInt8(flags | (credential ? ATTESTED : 0));
    head.writeUInt32BE(counter, 1);
    const data = Buffer.concat([sha256(Buffer.from(rpId)), head, credential ?? Buffer.alloc(0)]);
    return tamper?.(data) ?? data;
  }

  private sign(data: Buffer): Buffer {
    if (this.algorithm === -8) return sign(null, data, this.keys.privateKey);
    const hash = this.algorithm === -35 ? 'sha384' : 'sha256';
    return createSign(hash).update(data).sign(this.keys.privateKey);
  }
}

/** Returns an attestation object without an attestation statement. @see WebAuthn section 8.7 */
export function unattested(authData: Buffer): Encodable {
  return new Map<string, Encodable>([
    ['fmt', 'none'],
    ['attStmt', new Map()],
    ['authData', authData],
  ]);
}

function keyPair(algorithm: Algorithm) {
  switch (algorithm) {
    case -7:
      return generateKeyPairSync('ec', { namedCurve: 'P-256' });
    case -35:
      return generateKeyPairSync('ec', { namedCurve: 'P-384' });
    case -8:
      return generateKeyPairSync('ed25519');
    case -257:
      return generateKeyPairSync('rsa', { modulusLength: 2048 });
    default:
      return algorithm satisfies never;
  }
}

/** @see RFC 9053 sections 7.1, 7.2; RFC 8230 section 4 */
function coseKey(algorithm: Algorithm, publicKey: KeyObject): Encodable {
  const jwk = publicKey.export({ format: 'jwk' });
  const part = (text: string | undefined): Buffer => Buffer.from(text ?? '', 'base64url');
  switch (algorithm) {
    case -8:
      return new Map<number, Encodable>([
        [1, 1],
        [3, -8],
        [-1, 6],
        [-2, part(jwk.x)],
      ]);
    case -257:
      return new Map<number, Encodable>([
        [1, 3],
        [3, -257],
        [-1, part(jwk.n)],
        [-2, part(jwk.e)],
      ]);
    case -7:
    case -35:
      return new Map<number, Encodable>([
        [1, 2],
        [3, algorithm],
        [-1, algorithm === -7 ? 1 : 2],
        [-2, part(jwk.x)],
        [-3, part(jwk.y)],
      ]);
    default:
      return algorithm satisfies never;
  }
}

function sha256(data: Buffer): Buffer {
  return createHash('sha256').update(data).digest();
}
