import type { Texts } from './texts.js';

/**
 * A duration as people say it, in the largest unit that fits it evenly.
 * @param seconds - from a minute on rounded to whole minutes
 * @returns e.g. `10 minutes`
 */
export function timeInWords({ durations }: Pick<Texts, 'durations'>, seconds: number): string {
  if (seconds < 59.5) return durations.seconds(Math.max(1, Math.round(seconds)));
  const minutes = Math.round(seconds / 60);
  if (minutes % 1440 === 0 && minutes > 1440) return durations.days(minutes / 1440);
  return minutes % 60 === 0 ? durations.hours(minutes / 60) : durations.minutes(minutes);
}

/** The same for a wait. Rounded up: a person who has waited this long need not wait again. */
export function waitInWords(texts: Pick<Texts, 'durations'>, seconds: number): string {
  return timeInWords(texts, seconds < 60 ? Math.ceil(seconds) : Math.ceil(seconds / 60) * 60);
}
