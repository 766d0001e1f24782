import type { PasswordHashing } from './password-hashing.js';

/** The cost of {@link argon2id}. */
export interface Argon2Cost {
  /** Memory in KiB. @default 19456 */
  memory?: number;
  /** Passes. @default 2 */
  passes?: number;
  /** Threads of one derivation. @default 1 */
  parallelism?: number;
}

/** Argon2id in the encoding of the package. */
const ARGON2ID = 2;
export const ANY_ARGON2 = /^\$argon2(?:id|i|d)\$/;

/**
 * Hashes passwords with Argon2id, in PHC strings.
 * @see RFC 9106; OWASP Password Storage Cheat Sheet
 */
export function argon2id(cost: Argon2Cost = {}): PasswordHashing {
  const { memory = 19_456, passes = 2, parallelism = 1 } = cost;
  const options = { memoryCost: memory, timeCost: passes, parallelism, algorithm: ARGON2ID };
  return {
    hash: async (password) => (await library()).hash(password, options),
    verify: verifyArgon2,
    needsRehash: (hash) =>
      !hash.startsWith(`$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$`),
  };
}

/** Whether a password belongs to a hash of Argon2id, Argon2i or Argon2d. */
export async function verifyArgon2(password: string, hash: string): Promise<boolean> {
  if (!ANY_ARGON2.test(hash)) return false;
  const { verify } = await library();
  try {
    return await verify(hash, password);
  } catch {
    return false; // a hash that is cut off or malformed
  }
}

/** Native code, loaded when the first password is hashed: {@link scrypt} works without it. */
function library() {
  return import('@node-rs/argon2');
}
