/** Sessions of so many sign-ins are remembered; then only what begins later counts. */
const MOST = 1000;
/** So long after the start the process that it replaces may have gone on. */
const OVERLAP_MS = 5 * 60 * 1000;
/** Characters that tell tokens apart; short enough that the string does not keep the token alive. */
const KEPT = 12;

/**
 * Which of the latest sessions began in this process, so that one from elsewhere is noticed. It holds
 * the ends of tokens in memory, and nothing that opens a session.
 */
export class OwnSessions {
  private readonly ends = new Set<string>();
  private since = Date.now() + OVERLAP_MS;

  add(token: string): void {
    if (this.ends.size >= MOST) {
      this.ends.clear();
      this.since = Date.now() + 1;
    }
    this.ends.add(token.slice(-KEPT));
  }

  /** @param began - milliseconds since the epoch */
  isFromElsewhere(token: string, began: number): boolean {
    return began >= this.since && !this.ends.has(token.slice(-KEPT));
  }
}
