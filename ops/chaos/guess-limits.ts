import type { Findings } from './findings.js';
import type { Guesser } from './guesser.js';
import type { Span } from './timeline.js';

/** The longest wait, in seconds: a quarter of an hour. */
const LONGEST_WAIT = 900;

/**
 * Returns how many attempts a limit allows within a number of seconds, less than an hour: the free
 * ones, the one that starts the first wait, and one after each wait. Each wait is twice as long as
 * the one before, up to `LONGEST_WAIT`.
 * @param free - number of attempts that are allowed before the first wait
 */
export function passingWithin(seconds: number, free: number): number {
  let passing = free + 1;
  for (let wait = 1, at = 1; at <= seconds; wait = Math.min(wait * 2, LONGEST_WAIT), at += wait) {
    passing += 1;
  }
  return passing;
}

/**
 * Reports a guesser if more of its passwords were checked than the limits allow. With Redis, all
 * instances share one count. While Redis is down, each counts separately, up to the same limit.
 * @param apart - periods in which instances counted in memory, or may have lost shared counts
 * @param lives - total number of instance starts; each begins with empty counts in memory
 */
export function checkGuesses(
  guesser: Guesser,
  { apart, lives, findings }: { apart: readonly Span[]; lives: number; findings: Findings },
): void {
  const { guessing, checked, refused } = guesser;
  const [first, last] = [checked[0], checked.at(-1)];
  if (!first || !last) return;
  const isApart = ({ from, until }: Span) =>
    apart.some((span) => from <= span.until && until >= span.from);
  const most = passingWithin((last.until - first.from) / 1000, guessing.free);
  const alone = checked.filter(isApart).length;
  const together = checked.length - alone;
  findings.note(
    `${guessing.what}: ${checked.length + refused} wrong passwords; ${together} were checked ` +
      `(at most ${most} allowed), and ${alone} while Redis was unavailable`,
  );
  if (together > most) {
    findings.add(
      `${guessing.what}: ${together} wrong passwords were checked; at most ${most} are allowed`,
    );
  }
  if (alone > most * lives) {
    findings.add(
      `${guessing.what}: ${alone} wrong passwords were checked while Redis was unavailable`,
    );
  }
}
