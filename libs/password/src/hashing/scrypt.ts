import { randomBytes, scrypt as derive, type ScryptOptions, timingSafeEqual } from 'node:crypto';
import type { PasswordHashing } from './password-hashing.js';

/** The cost of {@link scrypt}. */
export interface ScryptCost {
  /** Binary logarithm of N. @default 17 */
  logN?: number;
  /** Block size. @default 8 */
  r?: number;
  /** Parallelism. @default 1 */
  p?: number;
}

const PHC =
  /^\$scrypt\$ln=(\d{1,2}),r=(\d{1,3}),p=(\d{1,3})\$([A-Za-z0-9+/]{11,86})\$([A-Za-z0-9+/]{22,86})$/;

/**
 * Hashes passwords with the scrypt of Node, in PHC strings. It needs no package, and takes 20 times
 * as long as {@link argon2id} for the same strength.
 * @see RFC 7914; OWASP Password Storage Cheat Sheet
 */
export function scrypt({ logN = 17, r = 8, p = 1 }: ScryptCost = {}): PasswordHashing {
  const head = `$scrypt$ln=${logN},r=${r},p=${p}$`;
  return {
    hash: async (password) => {
      const salt = randomBytes(16);
      const key = await scryptKey(password, salt, { N: 2 ** logN, r, p, length: 32 });
      return `${head}${unpadded(salt)}$${unpadded(key)}`;
    },
    verify: verifyScrypt,
    needsRehash: (hash) => !hash.startsWith(head),
  };
}

async function verifyScrypt(password: string, hash: string): Promise<boolean> {
  const [, logN, r, p, salt = '', wanted = ''] = PHC.exec(hash) ?? [];
  if (logN === undefined) return false;
  const key = Buffer.from(wanted, 'base64');
  return scryptIs(password, Buffer.from(salt, 'base64'), key, {
    N: 2 ** Number(logN),
    r: Number(r),
    p: Number(p),
  });
}

/** Whether scrypt derives a key; false for a cost that Node refuses, or that takes 1 GiB or more. */
export async function scryptIs(
  password: string | Buffer,
  salt: string | Buffer,
  key: Buffer,
  cost: { readonly N: number; readonly r: number; readonly p: number },
): Promise<boolean> {
  if (128 * cost.N * cost.r >= 2 ** 30) return false;
  try {
    const made = await scryptKey(password, salt, { ...cost, length: key.length });
    return timingSafeEqual(made, key);
  } catch {
    return false;
  }
}

/** Derives a key, off the main thread. */
export function scryptKey(
  password: string | Buffer,
  salt: string | Buffer,
  { length, ...cost }: ScryptOptions & { readonly N: number; readonly r: number; length: number },
): Promise<Buffer> {
  const maxmem = 128 * cost.N * cost.r + 2 ** 25;
  return new Promise((resolve, reject) => {
    derive(password, salt, length, { ...cost, maxmem }, (error, key) =>
      error ? reject(error) : resolve(key),
    );
  });
}

function unpadded(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/, '');
}
