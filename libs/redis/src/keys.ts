import { createHash } from 'node:crypto';

/**
 * The names of the keys. A command uses only one, so a cluster may keep each on any node. They end in
 * a kind and a value without colon, and no kind ends in another one. So applications have different
 * keys even if one prefix begins with the other.
 * @see docs/design/security-bar.md DT28
 */
export class Keys {
  constructor(readonly prefix: string) {}

  /** Marks one session as ended. */
  ended(id: string): string {
    return this.key('ended', id);
  }

  /** The times up to which the sessions of a user have ended, or are stale: a hash. */
  user(userId: string): string {
    return this.key('user', userId);
  }

  /** The sessions of a user: a hash of records by id. */
  sessions(userId: string): string {
    return this.key('sessions', userId);
  }

  /** A session that {@link withRedisSessions} stores: a hash of its members. */
  stored(sessionToken: string): string {
    return this.key('stored', sessionToken);
  }

  /**
   * The tokens of a user's sessions, or of a session or person at a provider, or the challenges of a
   * person: a sorted set.
   */
  storedOf(kind: 'user' | 'session' | 'subject' | 'challenge', id: string): string {
    return this.key(`${kind}-index`, id);
  }

  /** The time up to which a provider has ended sessions: a hash with one field. */
  mark(marker: string): string {
    return this.key('mark', marker);
  }

  /** Marks a value as spent. The value is hashed, since it may be of any length. */
  spent(value: string): string {
    return this.key('spent', createHash('sha256').update(value).digest('hex'));
  }

  /** A sign-in that waits for a person, or the like: a hash of its members. */
  challenge(id: string): string {
    return this.key('challenge', id);
  }

  /** The ids of the secrets of the application that uses the prefix: a set. */
  owner(): string {
    return this.key('owner', 'secrets');
  }

  private key(kind: string, value: string): string {
    return `${this.prefix}${kind}:${value.replaceAll('%', '%25').replaceAll(':', '%3A')}`;
  }
}

/** Whether a value can be part of a key; JSON bodies and query strings may contain any type. */
export function isKey(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}
