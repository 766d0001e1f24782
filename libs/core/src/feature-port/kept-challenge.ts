import { serialize } from 'node:v8';
import { digestsEqual, sha256Hex } from '../crypto/digests.js';
import { AuthError } from '../errors/auth.error.js';
import { toError } from '../errors/to-error.js';
import { hashOf, readCode } from './challenge-code.js';
import type { FoundChallenge } from './challenge.js';

/** What a token or the cookie of a browser says. */
export interface Ticket {
  readonly handle: string;
  readonly secret?: string;
  readonly isHere?: boolean;
}

/** What is sealed in the store. The keyed hashes need the handle, which the store does not have. */
export interface Kept {
  readonly link: string;
  /** Newest first. */
  readonly codes: readonly string[];
  readonly data: unknown;
}

export type Proof = Ticket | (Ticket & { readonly code: string });

/** Whether a ticket, or a code that was typed, is of this challenge. */
export function proves(kept: Kept | null, proof: Proof): boolean {
  if (!kept) return false;
  const { handle, secret } = proof;
  if ('code' in proof) {
    const typed = hashOf(handle, readCode(proof.code));
    return proof.isHere === true && kept.codes.some((code) => digestsEqual(code, typed));
  }
  return secret !== undefined && digestsEqual(kept.link, hashOf(handle, secret));
}

export function foundOf<T>(subject: string | null, kept: Kept, ticket: Ticket): FoundChallenge<T> {
  const { handle, isHere = false, secret } = ticket;
  const isProven = proves(kept, { handle, ...(secret !== undefined && { secret }) });
  return { data: kept.data as T, subject, isHere, isProven };
}

/** The purpose is part of the id, so what is of another one is not found, and not used up. */
export function idOf(purpose: string, handle: string): string {
  return sha256Hex(`${purpose}:${handle}`);
}

/** Returns by what the form of a page says for which challenge it is. It redeems nothing. */
export function markOf(purpose: string, handle: string): string {
  return `${purpose}.${hashOf(handle, 'page').slice(0, 22)}`;
}

/** @throws {AuthError} if there is more than data */
export function packed(purpose: string, kept: Kept): string {
  try {
    return serialize(kept).toString('base64');
  } catch (thrown) {
    const what = `challenge \`${purpose}\`: only data can be kept, not functions`;
    throw new AuthError(what, { err: toError(thrown) });
  }
}
