/** Median and quartiles. */
export interface Spread {
  readonly lower: number;
  readonly median: number;
  readonly upper: number;
}

export function spreadOf(values: readonly number[]): Spread {
  return {
    lower: percentile(values, 25),
    median: percentile(values, 50),
    upper: percentile(values, 75),
  };
}

export function median(values: readonly number[]): number {
  return percentile(values, 50);
}

/**
 * Returns a percentile, with linear interpolation between neighbouring values.
 * @returns NaN if there are no values
 */
export function percentile(values: readonly number[], percent: number): number {
  const sorted = Float64Array.from(values).sort();
  const position = ((sorted.length - 1) * percent) / 100;
  const below = sorted[Math.floor(position)] ?? Number.NaN;
  const above = sorted[Math.ceil(position)] ?? Number.NaN;
  return below + (above - below) * (position - Math.floor(position));
}
