/**
 * A duration as people say it, in the largest unit that fits it evenly.
 * @param seconds - from a minute on rounded to whole minutes
 * @returns e.g. `10 minutes`
 */
export function timeInWords(seconds: number): string {
  if (seconds < 59.5) return count(Math.max(1, Math.round(seconds)), 'second');
  const minutes = Math.round(seconds / 60);
  if (minutes % 1440 === 0 && minutes > 1440) return count(minutes / 1440, 'day');
  return minutes % 60 === 0 ? count(minutes / 60, 'hour') : count(minutes, 'minute');
}

function count(number: number, unit: string): string {
  return `${number} ${unit}${number === 1 ? '' : 's'}`;
}
