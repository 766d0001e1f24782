import { createHash } from 'node:crypto';

/** Where things are kept. Each key stands alone, so that a cluster may keep it on any node. */
export class Keys {
  constructor(private readonly prefix: string) {}

  /** That one session has ended. */
  ended(id: string): string {
    return `${this.prefix}ended:${id}`;
  }

  /** Up to when the sessions of a user have ended, and are stale: a hash of times. */
  user(userId: string): string {
    return `${this.prefix}user:${userId}`;
  }

  /** The sessions of a user: a hash of records by id. */
  sessions(userId: string): string {
    return `${this.prefix}sessions:${userId}`;
  }

  /** A session of {@link withRedisSessions}: a hash of its members. */
  stored(sessionToken: string): string {
    return `${this.prefix}stored:${sessionToken}`;
  }

  /** The tokens of the sessions of a user, or of a session or person at a provider: a sorted set. */
  storedOf(kind: 'user' | 'session' | 'subject', id: string): string {
    return `${this.prefix}stored-of-${kind}:${id}`;
  }

  /** Up to when what a provider ended has ended: a hash of one time. */
  mark(marker: string): string {
    return `${this.prefix}mark:${marker}`;
  }

  /** That a value was spent. Hashed, since values may be of any length. */
  spent(value: string): string {
    return `${this.prefix}spent:${createHash('sha256').update(value).digest('hex')}`;
  }
}

/** Whether a value can be part of a key; JSON bodies and query strings may hold anything. */
export function isKey(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}
