import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';

const derive = promisify<string, Buffer, number, typeof COST, Buffer>(scrypt);

/** 32 MiB and about 250 ms per guess. @see OWASP Password Storage Cheat Sheet */
const COST = { N: 2 ** 15, r: 8, p: 3, maxmem: 64 * 1024 * 1024 };
const SALT_BYTES = 16;
const KEY_BYTES = 32;

/**
 * Hashes a password for storage, with a new salt.
 * @returns salt and key in base64url, joined by a dot
 * @see RFC 7914
 */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  const key = await derive(password.normalize('NFKC'), salt, KEY_BYTES, COST);
  return `${salt.toString('base64url')}.${key.toString('base64url')}`;
}

/** Whether a password matches a hash; the comparison takes constant time. */
export async function isPassword(password: string, hash: string): Promise<boolean> {
  const [salt = '', expected = ''] = hash.split('.');
  const key = await derive(
    password.normalize('NFKC'),
    Buffer.from(salt, 'base64url'),
    KEY_BYTES,
    COST,
  );
  const wanted = Buffer.from(expected, 'base64url');
  return wanted.length === key.length && timingSafeEqual(key, wanted);
}
