import { createCipheriv, timingSafeEqual } from 'node:crypto';
import type { LegacyHash } from '../hashing/password-hashing.js';
import { scryptKey } from '../hashing/scrypt.js';

/** The parameters of a Firebase project: Authentication, Users, ⋮, Password hash parameters. */
export interface FirebaseScryptOptions {
  /** `base64_signer_key` */
  signerKey: string;
  /** `base64_salt_separator` */
  saltSeparator: string;
  rounds: number;
  /** `mem_cost` */
  memCost: number;
}

const FIREBASE = /^firebase\$([A-Za-z0-9+/_-]{1,100}={0,2})\$([A-Za-z0-9+/_-]{80,100}={0,2})$/;

/**
 * Reads the hashes of Firebase Authentication, stored as `firebase$<salt>$<passwordHash>` with the
 * two values of an exported user.
 * @see https://github.com/firebase/scrypt
 */
export function firebaseScrypt(project: FirebaseScryptOptions): LegacyHash {
  const { saltSeparator, rounds, memCost } = project;
  const signerKey = Buffer.from(project.signerKey, 'base64');
  const separator = Buffer.from(saltSeparator, 'base64');
  return {
    name: 'firebase',
    reads: (hash) => FIREBASE.test(hash),
    verify: async (password, hash) => {
      const [, salt = '', wanted = ''] = FIREBASE.exec(hash) ?? [];
      const key = Buffer.from(wanted, 'base64');
      if (key.length !== signerKey.length) return false;
      const salted = Buffer.concat([Buffer.from(salt, 'base64'), separator]);
      const cost = { N: 2 ** memCost, r: rounds, p: 1, length: 32 };
      const derived = await scryptKey(password, salted, cost);
      // The hash is the project's key, encrypted with what was derived.
      const cipher = createCipheriv('aes-256-ctr', derived, Buffer.alloc(16));
      return timingSafeEqual(cipher.update(signerKey), key);
    },
  };
}
