import type { LegacyHash } from '../hashing/password-hashing.js';

/** Options of {@link bcrypt}. */
export interface BcryptOptions {
  /** Appended to each password, as Devise does with `config.pepper`. @default none */
  pepper?: string;
}

const BCRYPT = /^\$2[aby]\$\d\d\$[./A-Za-z0-9]{53}$/;

/**
 * Reads bcrypt: of Devise, Laravel, Clerk, Auth0 and many others. It needs the package
 * `bcryptjs`. Bytes of a password after the 72nd are ignored, as they were when it was hashed.
 */
export function bcrypt({ pepper = '' }: BcryptOptions = {}): LegacyHash {
  return {
    name: 'bcrypt',
    reads: (hash) => BCRYPT.test(hash),
    verify: async (password, hash) => {
      const { compare } = await import('bcryptjs');
      return compare(password + pepper, hash);
    },
  };
}
