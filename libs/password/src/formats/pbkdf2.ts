import { pbkdf2 as derive, timingSafeEqual } from 'node:crypto';
import type { LegacyHash } from '../hashing/password-hashing.js';

interface Parts {
  readonly digest: string;
  readonly iterations: number;
  readonly salt: string | Buffer;
  readonly key: Buffer;
}

const DJANGO = /^pbkdf2_(sha1|sha256|sha512)\$(\d{1,8})\$([^$]{1,255})\$([A-Za-z0-9+/]{16,200}=*)$/;
const KEYCLOAK = /^pbkdf2(?:-sha(256|512))?$/;
const ASP_NET = /^AQ[A-Za-z0-9+/]{30,400}={0,2}$/;
/** The digests of ASP.NET Core Identity, by their number. */
const ASP_NET_DIGESTS = ['sha1', 'sha256', 'sha512'];
/** In bytes; a key that was cut off would match too. */
const KEY_LENGTHS = [32, 64];
/** More would take minutes. */
const MOST_ITERATIONS = 10_000_000;

/**
 * Reads PBKDF2 as written by Django (`pbkdf2_sha256$…`), ASP.NET Core Identity version 3 (Base64 that
 * begins with `AQ`) and Keycloak (the JSON of a credential, with `secretData` and `credentialData`).
 * @see RFC 8018
 */
export function pbkdf2(): LegacyHash {
  return {
    name: 'pbkdf2',
    reads: (hash) => partsOf(hash) !== undefined,
    verify: async (password, hash) => {
      const parts = partsOf(hash);
      return parts !== undefined && isKey(password, parts);
    },
  };
}

function partsOf(hash: string): Parts | undefined {
  const parts = djangoParts(hash) ?? aspNetParts(hash) ?? keycloakParts(hash);
  if (!parts) return undefined;
  const { digest, iterations, key } = parts;
  const isWhole = KEY_LENGTHS.includes(key.length) || (digest === 'sha1' && key.length === 20);
  return isWhole &&
    Number.isSafeInteger(iterations) &&
    iterations >= 1 &&
    iterations <= MOST_ITERATIONS
    ? parts
    : undefined;
}

function djangoParts(hash: string): Parts | undefined {
  const [, digest, iterations, salt, key] = DJANGO.exec(hash) ?? [];
  if (digest === undefined || salt === undefined || key === undefined) return undefined;
  return { digest, iterations: Number(iterations), salt, key: Buffer.from(key, 'base64') };
}

/** Marker 1, then digest, iterations and length of the salt, each in 32 bits, salt and key. */
function aspNetParts(hash: string): Parts | undefined {
  if (!ASP_NET.test(hash)) return undefined;
  const bytes = Buffer.from(hash, 'base64');
  if (bytes.length < 13 + 16 + 16) return undefined;
  const digest = ASP_NET_DIGESTS[bytes.readUInt32BE(1)];
  const end = 13 + bytes.readUInt32BE(9);
  if (digest === undefined || end > bytes.length) return undefined;
  const [salt, key] = [bytes.subarray(13, end), bytes.subarray(end)];
  return { digest, iterations: bytes.readUInt32BE(5), salt, key };
}

/** As exported: `secretData` and `credentialData` are JSON inside of JSON. */
function keycloakParts(hash: string): Parts | undefined {
  if (!hash.startsWith('{') || hash.length > 4000) return undefined;
  const credential = jsonOf(hash);
  const { value, salt } = jsonOf(credential['secretData']);
  const { hashIterations, algorithm } = jsonOf(credential['credentialData']);
  const [isKnown, bits = '1'] = KEYCLOAK.exec(String(algorithm)) ?? [];
  if (isKnown === undefined || typeof value !== 'string' || typeof salt !== 'string') {
    return undefined;
  }
  return {
    digest: `sha${bits}`,
    iterations: Number(hashIterations),
    salt: Buffer.from(salt, 'base64'),
    key: Buffer.from(value, 'base64'),
  };
}

function jsonOf(value: unknown): Record<string, unknown> {
  try {
    const parsed: unknown = typeof value === 'string' ? JSON.parse(value) : value;
    return Object(parsed) as Record<string, unknown>;
  } catch {
    return {};
  }
}

function isKey(password: string, { digest, iterations, salt, key }: Parts): Promise<boolean> {
  return new Promise((resolve, reject) => {
    derive(password, salt, iterations, key.length, digest, (error, made) =>
      error ? reject(error) : resolve(timingSafeEqual(made, key)),
    );
  });
}
