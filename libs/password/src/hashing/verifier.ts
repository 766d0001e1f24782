import { derivations } from './derivations.js';
import { normalized } from './normalized.js';
import type { LegacyHash, PasswordHashing } from './password-hashing.js';

/** The result of a check. */
export type Verdict =
  | { readonly isRight: false }
  /** `rehash`: whether the stored hash should be replaced, as it is foreign or has another cost. */
  | { readonly isRight: true; readonly rehash: boolean };

const WRONG: Verdict = { isRight: false };

/**
 * Hashes and verifies passwords, with as many derivations at a time as a process can hold.
 * @throws {RateLimited} from every method if too many are in progress
 */
export class Verifier {
  private decoy: Promise<string> | undefined;

  /** @param formats - of other applications, for hashes that were imported */
  constructor(
    private readonly hashing: PasswordHashing,
    private readonly formats: readonly LegacyHash[],
  ) {}

  /** @throws {RangeError} if the password is longer than any password */
  hash(password: string): Promise<string> {
    const text = normalized(password);
    if (text === undefined) throw new RangeError('the password is too long to be hashed');
    return derivations.run(() => this.hashing.hash(text));
  }

  /**
   * Whether a password belongs to a hash.
   * @param hash - undefined if there is none: takes as long as one of ours
   */
  async verify(password: string, hash: string | undefined): Promise<Verdict> {
    const text = normalized(password);
    if (text === undefined) return WRONG;
    const format = hash === undefined ? undefined : this.formatOf(hash);
    if (hash !== undefined && format) {
      const isRight = await this.isOfFormat(format, hash, [text, password]);
      return isRight ? { isRight, rehash: true } : WRONG;
    }
    const isRight = await this.isOurs(text, hash);
    return isRight && hash !== undefined
      ? { isRight, rehash: this.hashing.needsRehash(hash) }
      : WRONG;
  }

  /** Whether a hash can be verified. @returns the name of its format; null if nothing reads it */
  nameOf(hash: string): string | null {
    return this.formatOf(hash)?.name ?? (OURS.test(hash) ? 'own' : null);
  }

  private formatOf(hash: string): LegacyHash | undefined {
    return this.formats.find((format) => format.reads(hash));
  }

  /** Other applications did not normalize, so what was typed may be right as it is. */
  private async isOfFormat(
    format: LegacyHash,
    hash: string,
    spellings: readonly string[],
  ): Promise<boolean> {
    for (const spelling of new Set(spellings)) {
      if (await derivations.run(() => format.verify(spelling, hash))) return true;
    }
    return false;
  }

  private async isOurs(text: string, hash: string | undefined): Promise<boolean> {
    const stored = hash ?? (await this.decoyHash());
    return derivations.run(() => this.hashing.verify(text, stored));
  }

  /** Of no user, and of no password that somebody knows. */
  private async decoyHash(): Promise<string> {
    this.decoy ??= this.hash(crypto.randomUUID());
    try {
      return await this.decoy;
    } catch (thrown) {
      this.decoy = undefined;
      throw thrown;
    }
  }
}

/** What `argon2id()` and `scrypt()` write; an own `hashing` may write anything else. */
const OURS = /^\$(?:argon2(?:id|i|d)|scrypt)\$/;
