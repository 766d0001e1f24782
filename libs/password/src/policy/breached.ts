import { createHash } from 'node:crypto';

/** Asks whether a password is known from a breach. */
export interface Breached {
  /** @throws if it could not be found out */
  isBreached(password: string): Promise<boolean>;
  /** What happens to a password that could not be checked. */
  readonly onFailure: 'allow' | 'refuse';
}

/** Options of {@link hibp}. */
export interface HibpOptions {
  /** Seconds. @default 2 */
  timeout?: number;
  /** What happens to a password that could not be checked; it is logged. @default 'allow' */
  onFailure?: 'allow' | 'refuse';
  /** Of a mirror. @default that of the service */
  baseUrl?: string;
}

/** Hexadecimal digits of the SHA-1 that leave the process. */
const PREFIX = 5;

/**
 * Asks Have I Been Pwned, or a mirror, with the package `hibp`. Only five digits of the SHA-1 of a
 * password leave the process, and responses are padded.
 * @see https://haveibeenpwned.com/API/v3#PwnedPasswords
 */
export function hibp({ timeout = 2, onFailure = 'allow', baseUrl }: HibpOptions = {}): Breached {
  return {
    onFailure,
    isBreached: async (password) => {
      const { pwnedPasswordRange } = await import('hibp');
      const digest = createHash('sha1').update(password).digest('hex').toUpperCase();
      const suffixes = await pwnedPasswordRange(digest.slice(0, PREFIX), {
        addPadding: true,
        timeoutMs: timeout * 1000,
        ...(baseUrl !== undefined && { baseUrl }),
      });
      const found: unknown = Reflect.get(suffixes, digest.slice(PREFIX));
      // Padding has the count 0.
      return typeof found === 'number' && found > 0;
    },
  };
}
