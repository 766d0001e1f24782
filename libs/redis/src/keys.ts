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
}
