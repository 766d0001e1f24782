/** Maximum number of tokens. A full set is cleared; only sessions that begin later are checked. */
const MOST = 1000;
/** How long after our start the process that we replace may still open sessions. */
const OVERLAP_MS = 5 * 60 * 1000;
/** Number of characters that distinguish tokens; so few that V8 does not keep the whole token. */
const KEPT = 12;

/**
 * Remembers the latest sessions that began in this process, to detect those from other processes.
 * It keeps only the last characters of each token, which cannot open a session.
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

  /** @param began - in milliseconds since the epoch */
  isFromElsewhere(token: string, began: number): boolean {
    return began >= this.since && !this.ends.has(token.slice(-KEPT));
  }
}
