import { sha256Hex } from '../crypto/digests.js';

/** What a feature asks a person for, or keeps until the person's next step. */
export interface ChallengeOrder<T> {
  /** Such as `reset`: lower-case letters and hyphens. What is issued is of no use for another one. */
  readonly purpose: string;
  /** Whom it is about, as {@link userSubject} or {@link mailSubject}; null if nobody is known. */
  readonly subject: string | null;
  /** Any data, which is sealed. @see structuredClone */
  readonly data: T;
  /** In seconds. @default 600 */
  readonly life?: number;
  /** Whether there is a code to type in this browser: 8 digits, or 8 letters as `WDJB-MJHT`. */
  readonly code?: 'digits' | 'letters';
  /**
   * `browser`: nothing is mailed; this browser may redeem it. `link`: only the mailed link redeems it,
   * and what this browser keeps, which may be of another person, stays. @default 'mail'
   */
  readonly to?: 'mail' | 'link' | 'browser';
}

/** An issued challenge. What is in it appears in a mail, and nowhere else. */
export interface IssuedChallenge {
  /** For a link, which works in any browser: 86 characters that a URL may contain. */
  readonly token: string;
  /** As it is shown; absent if none was ordered. */
  readonly code?: string;
  readonly expires: Date;
}

/** A challenge that was found. */
export interface FoundChallenge<T> {
  readonly data: T;
  readonly subject: string | null;
  /** Whether this browser was the one that asked for it. */
  readonly isHere: boolean;
  /** Whether this browser has the token, so that no code is needed. */
  readonly isProven: boolean;
}

/** What proves that the person got the mail. With neither, it is what this browser keeps. */
export interface ChallengeProof {
  /** The token of a link. */
  readonly token?: string | undefined;
  /** The code as it was typed: spaces, hyphens and the case of letters do not matter. */
  readonly code?: string | undefined;
}

/** The field with which the form of `formPage` says for which challenge it is. */
export const CHALLENGE_FIELD = 'challenge';

/** Returns the subject of a stored user. */
export function userSubject(userId: string): string {
  return `user:${userId}`;
}

/** Returns the subject of a mail address, known or not. @param address - normalized */
export function mailSubject(address: string): string {
  return `mail:${sha256Hex(address)}`;
}
