import type { LegacyHash } from '../hashing/password-hashing.js';
import { scryptIs } from '../hashing/scrypt.js';

const BETTER_AUTH = /^([0-9a-f]{32}):([0-9a-f]{128})$/;

/** Reads the default hashes of Better Auth: `<salt>:<key>`, both in hexadecimal. */
export function betterAuth(): LegacyHash {
  return {
    name: 'better-auth',
    reads: (hash) => BETTER_AUTH.test(hash),
    verify: async (password, hash) => {
      const [, salt = '', key = ''] = BETTER_AUTH.exec(hash) ?? [];
      // The salt is the text, not the bytes that it stands for.
      const text = password.normalize('NFKC');
      return scryptIs(text, salt, Buffer.from(key, 'hex'), { N: 16_384, r: 16, p: 1 });
    },
  };
}
