/**
 * How much the tests try: `part` by default, `whole` if `TEST_EFFORT` is set so, as in `.ci/run`.
 * Part of the work already fails for each defence that is removed; the whole also finds rare
 * failures, and those of one platform or database only.
 */
export const EFFORT = effortOf(process.env['TEST_EFFORT'] ?? 'part');

/** Whether the tests try everything. */
export const IS_WHOLE = EFFORT === 'whole';

/** How often to try something. @param variable - of the environment, which overrides `times` */
export function timesOf(variable: string, times: { part: number; whole: number }): number {
  return Number(process.env[variable] ?? times[EFFORT]);
}

/** The whole list with the whole effort, else the item that `nth` selects, so all get a turn. */
export function someOf<T>(all: readonly T[], nth: number): readonly T[] {
  return IS_WHOLE ? all : all.slice(nth % all.length).slice(0, 1);
}

/** A number that is always the same for a story, and usually differs for others. */
export function numberOf(story: string): number {
  return Buffer.from(story).reduce((sum, byte) => sum + byte, 0);
}

function effortOf(value: string): 'part' | 'whole' {
  if (value === 'part' || value === 'whole') return value;
  throw new Error(`TEST_EFFORT is "${value}"; it must be "part" or "whole"`);
}
