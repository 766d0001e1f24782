import { createHash, randomInt } from 'node:crypto';
import { In } from 'typeorm';
import type { Change } from '../operations/operation.js';
import type { AuthTables } from '../store/auth-tables.js';

/** No address, so no mail token is ever found under it. */
const FENCE = 'fence';
/** So many posts the fence of a user has. Additions rarely meet at one, and a proof takes them all. */
const POSTS = 4;

/**
 * Keeps what is added to a user apart from the proof of the user's address, at whichever nodes of a
 * cluster the two run: of transactions that make the same row one is refused, and runs again on what
 * the other one stored. The rows are gone before the transaction ends.
 */
export function fenceOfAddition(tables: AuthTables, userId: string): Change[] {
  return fence(tables, [postOf(userId, randomInt(POSTS))]);
}

/** @see {@link fenceOfAddition} */
export function fenceOfProof(tables: AuthTables, userId: string): Change[] {
  return fence(
    tables,
    Array.from({ length: POSTS }, (_, post) => postOf(userId, post)),
  );
}

function fence({ verificationTokens }: AuthTables, posts: readonly string[]): Change[] {
  const expires = new Date();
  return [
    ...posts.map((token) =>
      verificationTokens.inserter.insertion({ identifier: FENCE, token, expires }),
    ),
    verificationTokens.remover.removal({ identifier: FENCE, token: In(posts) }),
  ];
}

function postOf(userId: string, post: number): string {
  return createHash('sha256').update(`${post} ${userId}`).digest('hex');
}
