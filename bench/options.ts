import { parseArgs } from 'node:util';
import { type Platform, platforms, type WorkloadId, workloadIds } from './workloads.js';

/** Settings of a run: what to measure, and for how long. */
export interface BenchOptions {
  readonly only: readonly WorkloadId[];
  readonly platforms: readonly Platform[];
  /** Number of pairs of slices: one of the bare route and one of the workload. */
  readonly slices: number;
  readonly sliceMs: number;
  /** Flows per application before the measurement, so that V8 has compiled hot functions. */
  readonly warmUpFlows: number;
  /** Pause before each slice, for other processes on a shared machine. */
  readonly pauseMs: number;
  /** W7: duration of the load under which memory is measured. */
  readonly loadMs: number;
  /** W7: number of starts per application. */
  readonly starts: number;
  /** Whether to measure the cost by number of stored sessions too. */
  readonly growth: boolean;
  /** Directory for V8 profiles of the servers; none are written if absent. */
  readonly profileDir?: string;
}

const FULL = {
  slices: 40,
  sliceMs: 250,
  warmUpFlows: 20_000,
  pauseMs: 0,
  loadMs: 60_000,
  starts: 9,
} as const;
const QUICK = {
  slices: 8,
  sliceMs: 200,
  warmUpFlows: 5000,
  pauseMs: 0,
  loadMs: 5000,
  starts: 3,
} as const;

/**
 * Reads the command line.
 * @throws {Error} for an unknown flag, workload or platform, or an invalid number
 */
export function parseOptions(args: string[]): BenchOptions {
  const { values } = parseArgs({
    args,
    options: {
      only: { type: 'string' },
      platform: { type: 'string' },
      slices: { type: 'string' },
      'slice-ms': { type: 'string' },
      'pause-ms': { type: 'string' },
      'load-seconds': { type: 'string' },
      profile: { type: 'string' },
      quick: { type: 'boolean' },
      growth: { type: 'boolean' },
    },
  });
  const defaults = values.quick ? QUICK : FULL;
  return {
    ...defaults,
    only: listOf('--only', values.only, workloadIds),
    platforms: listOf('--platform', values.platform, platforms),
    slices: numberOf('--slices', values.slices) ?? defaults.slices,
    sliceMs: numberOf('--slice-ms', values['slice-ms']) ?? defaults.sliceMs,
    pauseMs: numberOf('--pause-ms', values['pause-ms']) ?? defaults.pauseMs,
    loadMs: (numberOf('--load-seconds', values['load-seconds']) ?? defaults.loadMs / 1000) * 1000,
    growth: values.growth ?? false,
    profileDir: values.profile,
  };
}

function listOf<T extends string>(
  flag: string,
  value: string | undefined,
  known: readonly T[],
): readonly T[] {
  if (value === undefined) return known;
  return value.split(',').map((name) => {
    const found = known.find((id) => id.toLowerCase() === name.trim().toLowerCase());
    if (found === undefined)
      throw new Error(`${flag}: expected one of ${known.join(', ')}; got ${name}`);
    return found;
  });
}

function numberOf(flag: string, value: string | undefined): number | undefined {
  if (value === undefined) return undefined;
  const number = Number(value);
  if (!Number.isInteger(number) || number < 1)
    throw new Error(`${flag}: expected a whole number of at least 1`);
  return number;
}
