import { encode } from '@authnest/core';
import { SECRET, SESSION_COOKIE } from '../workloads.js';

const BATCH = 200;

/** Issues stateless session tokens, each for a different user. */
export async function issueTokens(count: number): Promise<string[]> {
  const tokens: string[] = [];
  while (tokens.length < count) {
    const first = tokens.length;
    const batch = Array.from({ length: Math.min(BATCH, count - first) }, (_, at) =>
      issueToken(first + at),
    );
    tokens.push(...(await Promise.all(batch)));
  }
  return tokens;
}

function issueToken(number: number): Promise<string> {
  const token = {
    sub: `user-${number}`,
    name: `User ${number}`,
    email: `user-${number}@example.com`,
    picture: `https://example.com/portraits/${number}.png`,
  };
  return encode({ token, secret: SECRET, salt: SESSION_COOKIE });
}
