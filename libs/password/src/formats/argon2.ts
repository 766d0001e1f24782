import { ANY_ARGON2, verifyArgon2 } from '../hashing/argon2id.js';
import type { LegacyHash } from '../hashing/password-hashing.js';

/**
 * Reads Argon2id, Argon2i and Argon2d, in PHC strings. Not needed beside `argon2id()`, which reads
 * them too.
 */
export function argon2(): LegacyHash {
  return { name: 'argon2', reads: (hash) => ANY_ARGON2.test(hash), verify: verifyArgon2 };
}
