import type { Texts } from '../../model/texts.js';

/**
 * Formats a duration in words, in the largest unit that divides it evenly.
 * @param seconds - rounded to whole minutes from one minute upwards
 * @returns e.g. `10 minutes`
 */
export function timeInWords({ durations }: Pick<Texts, 'durations'>, seconds: number): string {
  if (seconds < 59.5) return durations.seconds(Math.max(1, Math.round(seconds)));
  const minutes = Math.round(seconds / 60);
  if (minutes % 1440 === 0 && minutes > 1440) return durations.days(minutes / 1440);
  return minutes % 60 === 0 ? durations.hours(minutes / 60) : durations.minutes(minutes);
}

/** Formats a wait in words. It is rounded up, so that nobody has to wait a second time. */
export function waitInWords(texts: Pick<Texts, 'durations'>, seconds: number): string {
  return timeInWords(texts, seconds < 60 ? Math.ceil(seconds) : Math.ceil(seconds / 60) * 60);
}
