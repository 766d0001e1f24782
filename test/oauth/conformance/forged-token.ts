import { createHmac } from 'node:crypto';

/** A compact JWS in its parts. */
interface Parts {
  readonly header: Readonly<Record<string, unknown>>;
  /** The token as it was received. */
  readonly payload: string;
  readonly signature: Buffer;
}

/** Changes one bit of the signature, counted from its start. */
export function flipSignatureBit(token: string, bit = 100): string {
  const { header, payload, signature } = partsOf(token);
  const changed = Buffer.from(signature);
  const at = Math.floor(bit / 8) % changed.length;
  changed[at] = (changed[at] ?? 0) ^ (1 << (bit % 8));
  return tokenOf({ header, payload, signature: changed });
}

/** A signature of the same length that is all zero. */
export function zeroSignature(token: string): string {
  const parts = partsOf(token);
  return tokenOf({ ...parts, signature: Buffer.alloc(parts.signature.length) });
}

/** Another header, the payload as it was, and no signature. */
export function unsigned(token: string, alg: string): string {
  const { header, payload } = partsOf(token);
  return tokenOf({ header: { ...header, alg }, payload, signature: Buffer.alloc(0) });
}

/** Another header; payload and signature as they were. */
export function withHeader(token: string, members: Readonly<Record<string, unknown>>): string {
  const { header, payload, signature } = partsOf(token);
  return tokenOf({ header: { ...header, ...members }, payload, signature });
}

/** Signed by HMAC-SHA-256 with a string that is public. */
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
