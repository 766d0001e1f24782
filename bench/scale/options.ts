import { parseArgs } from 'node:util';
import { type Platform, platforms } from '../workloads.js';

export interface ScaleOptions {
  /** Numbers of stored sessions to compare. */
  readonly sizes: readonly number[];
  readonly platforms: readonly Platform[];
  /** Number of rounds, each with one slice per size. */
  readonly rounds: number;
  /** Whether to wait for a line on standard input between filling and measuring. */
  readonly hold: boolean;
}

/** Reads the command line. @throws {Error} for an unknown flag */
export function parseScaleOptions(args: string[]): ScaleOptions {
  const { values } = parseArgs({
    args,
    options: {
      sizes: { type: 'string', default: '10000,100000,1000000,10000000' },
      platform: { type: 'string', default: platforms.join() },
      rounds: { type: 'string', default: '12' },
      hold: { type: 'boolean', default: false },
    },
  });
  return {
    sizes: values.sizes.split(',').map(Number),
    platforms: platforms.filter((one) => values.platform.includes(one)),
    rounds: Number(values.rounds),
    hold: values.hold,
  };
}
