import { createHmac } from 'node:crypto';

/** The parts of a compact JWS. */
interface Parts {
  readonly header: Readonly<Record<string, unknown>>;
  /** Still encoded, exactly as it was received. */
  readonly payload: string;
  readonly signature: Buffer;
}

/** Flips one bit of the signature. @param bit - counted from the start of the signature */
export function flipSignatureBit(token: string, bit = 100): string {
  const { header, payload, signature } = partsOf(token);
  const changed = Buffer.from(signature);
  const at = Math.floor(bit / 8) % changed.length;
  changed[at] = (changed[at] ?? 0) ^ (1 << (bit % 8));
  return tokenOf({ header, payload, signature: changed });
}

/** Replaces the signature with zeros of the same length. */
export function zeroSignature(token: string): string {
  const parts = partsOf(token);
  return tokenOf({ ...parts, signature: Buffer.alloc(parts.signature.length) });
}

/** Sets `alg` in the header and removes the signature; the payload is unchanged. */
export function unsigned(token: string, alg: string): string {
  const { header, payload } = partsOf(token);
  return tokenOf({ header: { ...header, alg }, payload, signature: Buffer.alloc(0) });
}

/** Sets members of the header; the payload and the signature are unchanged. */
export function withHeader(token: string, members: Readonly<Record<string, unknown>>): string {
  const { header, payload, signature } = partsOf(token);
  return tokenOf({ header: { ...header, ...members }, payload, signature });
}

/** Signs the payload with HMAC-SHA-256 and the given key. */
export function hmacSigned(token: string, key: string | Buffer): string {
  const { header, payload } = partsOf(token);
  const signed = `${encoded(JSON.stringify({ ...header, alg: 'HS256' }))}.${payload}`;
  return `${signed}.${createHmac('sha256', key).update(signed).digest('base64url')}`;
}

function partsOf(token: string): Parts {
  const [header = '', payload = '', signature = ''] = token.split('.');
  return {
    header: JSON.parse(Buffer.from(header, 'base64url').toString()) as Record<string, unknown>,
    payload,
    signature: Buffer.from(signature, 'base64url'),
  };
}

function tokenOf({ header, payload, signature }: Parts): string {
  return `${encoded(JSON.stringify(header))}.${payload}.${signature.toString('base64url')}`;
}

function encoded(text: string): string {
  return Buffer.from(text).toString('base64url');
}
