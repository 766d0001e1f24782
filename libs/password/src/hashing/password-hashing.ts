/** How passwords are hashed. */
export interface PasswordHashing {
  /**
   * Hashes a password.
   * @param password - in NFC, at most 4 kB
   * @returns a string that contains everything that {@link verify} needs, such as a PHC string
   */
  hash(password: string): Promise<string>;
  /** Whether a password belongs to a hash; false for a hash that it cannot read. */
  verify(password: string, hash: string): Promise<boolean>;
  /** Whether a hash has another cost or algorithm than new ones, so that it should be replaced. */
  needsRehash(hash: string): boolean;
}

/** A format of hashes that another application wrote: passwords are verified, but never stored so. */
export interface LegacyHash {
  /** For messages. */
  readonly name: string;
  /** Whether a hash has this format. */
  reads(hash: string): boolean;
  /** Whether a password belongs to a hash of this format; false if the hash is malformed. */
  verify(password: string, hash: string): Promise<boolean>;
}
