import { createHash, randomInt } from 'node:crypto';
import { In } from 'typeorm';
import type { Change } from '../operations/operation.js';
import type { AuthTables } from '../store/auth-tables.js';

/** Not an email address, so it is never the identifier of a mailed token. */
const FENCE = 'fence';
/** The number of fence rows for a user. An addition inserts a random one, a proof all of them. */
const POSTS = 4;

/**
 * Prevents an addition to a user and the proof of the user's address from committing in parallel,
 * even on different nodes of a cluster. Of two transactions that insert the same row, one is
 * refused, and runs again with what the other has stored. The rows are deleted before the
 * transaction ends.
 */
export function fenceOfAddition(tables: AuthTables, userId: string): Change[] {
  return fence(tables, [postOf(userId, randomInt(POSTS))]);
}

/** The same for a proof. @see {@link fenceOfAddition} */
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
