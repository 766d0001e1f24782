import { parseArgs } from 'node:util';
import { type Platform, platforms } from '../workloads.js';

export interface ScaleOptions {
  /** How many sessions are stored. */
  readonly sizes: readonly number[];
  readonly platforms: readonly Platform[];
  /** Turns of one slice on each size. */
  readonly rounds: number;
  /** Fills, then waits for a line on the standard input, so that measuring can have the machine alone. */
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
