/**
 * How much the tests try: `part` by default, `whole` if `TEST_EFFORT` is `whole`, as in `.ci/run`.
 * With `part`, some test already fails for each defence that is removed; `whole` also finds rare
 * failures, and those that occur on one platform or database only. `TEST_PLATFORMS=both`, as in
 * `ops/run platforms`, runs every story on both platforms.
 */
export const EFFORT = effortOf(process.env['TEST_EFFORT'] ?? 'part');

/** Whether the tests try everything. */
export const IS_WHOLE = EFFORT === 'whole';

/** Whether every story runs on both platforms, and not only where they may differ. */
export const HAS_BOTH_PLATFORMS = process.env['TEST_PLATFORMS'] === 'both';

/** How many times to try something. @param variable - the environment variable that sets it */
export function timesOf(variable: string, times: { part: number; whole: number }): number {
  return Number(process.env[variable] ?? times[EFFORT]);
}

/** Returns the whole list with the whole effort, else only the item that `nth` selects. */
export function someOf<T>(all: readonly T[], nth: number): readonly T[] {
  return IS_WHOLE ? all : all.slice(nth % all.length).slice(0, 1);
}

/** Returns a number that is always the same for a story, and usually differs between stories. */
export function numberOf(story: string): number {
  return Buffer.from(story).reduce((sum, byte) => sum + byte, 0);
}

function effortOf(value: string): 'part' | 'whole' {
  if (value === 'part' || value === 'whole') return value;
  throw new Error(`TEST_EFFORT is "${value}"; it must be "part" or "whole"`);
}
