import { RateLimited } from '@authnest/core';

/** Each takes up to 19 MiB and a thread, of which a process has four by default. */
const MOST = 32;

/** Counts the derivations in progress, and refuses more than a process can hold. */
class Derivations {
  private running = 0;

  /** @throws {RateLimited} if too many are in progress */
  async run<T>(derive: () => Promise<T>): Promise<T> {
    if (this.running >= MOST) throw new RateLimited(1);
    this.running += 1;
    try {
      return await derive();
    } finally {
      this.running -= 1;
    }
  }
}

/** Of the process, whose memory and threads they share, however many modules it has. */
export const derivations = new Derivations();
