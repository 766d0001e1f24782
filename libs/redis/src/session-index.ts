import type { Commands } from './commands.js';
import { toInteger } from './replies.js';
import { ADD, SHUT } from './scripts.js';

/** While this member exists, the index is shut. Members for tokens start with a letter. */
const SHUT_MEMBER = '!';

/**
 * The tokens of one owner, such as a user, or the challenges: a sorted set, scored by the time when an
 * entry may be removed. An entry is added before its session and removed after it, so no session is
 * missing. An entry does not prove that its session still exists.
 */
export class SessionIndex {
  constructor(
    private readonly commands: Commands,
    private readonly key: string,
  ) {}

  /** @returns false, and adds nothing, while the index is shut */
  async add(sessionToken: string, lifeMs: number): Promise<boolean> {
    const args = [SHUT_MEMBER, memberOf(sessionToken), lifeMs];
    const added = await this.commands.write((redis) => redis.eval(ADD, 1, this.key, ...args));
    return toInteger(added) === 1;
  }

  /** Only reads, so it works on a server that refuses writes. @returns those that end first, first */
  async tokens(): Promise<string[]> {
    const members = await this.commands.send((redis) => redis.zrange(this.key, 0, '-1'));
    return members.filter((member) => member !== SHUT_MEMBER).map((member) => member.slice(1));
  }

  async remove(sessionToken: string): Promise<void> {
    await this.commands.send((redis) => redis.zrem(this.key, memberOf(sessionToken)));
  }

  /** Refuses new entries until {@link open} is called, but no longer than `forMs`. */
  async shut(forMs: number): Promise<void> {
    const args = [SHUT_MEMBER, forMs];
    await this.commands.send((redis) => redis.eval(SHUT, 1, this.key, ...args));
  }

  async open(): Promise<void> {
    await this.commands.send((redis) => redis.zrem(this.key, SHUT_MEMBER));
  }
}

function memberOf(sessionToken: string): string {
  return `t${sessionToken}`;
}
