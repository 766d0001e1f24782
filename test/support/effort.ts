/**
 * How much the tests try: `part` by default, `whole` where `TEST_EFFORT` says so, as in `.ci/run`.
 * Part of the work still fails for each defence that is removed; the whole also meets what happens
 * now and then, or on one platform or database alone.
 */
export const EFFORT = effortOf(process.env['TEST_EFFORT'] ?? 'part');

/** Whether everything is tried. */
export const IS_WHOLE = EFFORT === 'whole';

/** How often something is tried. @param variable - of the environment; where it is set, it decides */
export function timesOf(variable: string, times: { part: number; whole: number }): number {
  return Number(process.env[variable] ?? times[EFFORT]);
}

/** All of a list with the whole effort, else one: which, `nth` says, so that each has its turn. */
export function someOf<T>(all: readonly T[], nth: number): readonly T[] {
  return IS_WHOLE ? all : all.slice(nth % all.length).slice(0, 1);
}

/** A number that stays the same for a story, and is another for the next. */
export function numberOf(story: string): number {
  return Buffer.from(story).reduce((sum, byte) => sum + byte, 0);
}

function effortOf(value: string): 'part' | 'whole' {
  if (value === 'part' || value === 'whole') return value;
  throw new Error(`TEST_EFFORT is "${value}"; it must be "part" or "whole"`);
}
