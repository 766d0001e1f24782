import type { Findings } from './findings.js';
import type { Guesser } from './guesser.js';
import type { Span } from './timeline.js';

/** The longest wait, in seconds: a quarter of an hour. */
const LONGEST_WAIT = 900;

/**
 * How many of one count may pass within a time that is shorter than an hour: so many at once, the one
 * that begins the first wait, and one after each wait, of which each is twice as long as the one before.
 */
export function passingWithin(seconds: number, free: number): number {
  let passing = free + 1;
  for (let wait = 1, at = 1; at <= seconds; wait = Math.min(wait * 2, LONGEST_WAIT), at += wait) {
    passing += 1;
  }
  return passing;
}

/**
 * While Redis was there, all copies count together; while it was away, each for itself, and then no
 * more than its own count lets pass.
 * @param apart - when copies counted in their own memory, or may have lost what they counted together
 * @param lives - how often a copy was started: its memory begins anew
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
    `${guessing.what}: ${checked.length + refused} wrong passwords, checked ${together} of ${most}, ` +
      `and ${alone} while Redis was away`,
  );
  if (together > most) {
    findings.add(`${guessing.what}: ${together} wrong passwords were checked, ${most} may be`);
  }
  if (alone > most * lives) {
    findings.add(`${guessing.what}: ${alone} wrong passwords were checked while Redis was away`);
  }
}
