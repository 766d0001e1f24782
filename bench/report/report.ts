import type { StatementCount } from '../measure/count-statements.js';
import type { Cost, Share } from '../measure/measure-share.js';
import type { Footprint, StartCost } from '../measure/measure-start.js';
import { startTarget, workloads } from '../workloads.js';
import { table } from './table.js';

/** Shares of one platform, one row for each workload. */
export function reportShares(shares: readonly Share[]): string {
  const head = ['', 'Workload', 'Share', 'Quartiles', 'Target', 'Reached'];
  const costs = ['CPU µs (bare)', 'Flows/s (bare)', 'p50 ms (bare)', 'p99 ms (bare)'];
  const rows = shares.map(({ id, platform, share, bare, workload }) => {
    const target = workloads[id].target[platform];
    const both = (key: keyof Cost, digits: number): string =>
      `${workload[key].toFixed(digits)} (${bare[key].toFixed(digits)})`;
    return [
      id,
      workloads[id].title,
      share.median.toFixed(2),
      `${share.lower.toFixed(2)}–${share.upper.toFixed(2)}`,
      target.toFixed(2),
      isReached(share.median, target) ? 'yes' : 'no',
      both('cpu', 0),
      both('perSecond', 0),
      both('p50Ms', 1),
      both('p99Ms', 1),
    ];
  });
  return table([[...head, ...costs], ...rows]);
}

/** As it is printed: with two digits. */
function isReached(share: number, target: number): boolean {
  return Math.round(share * 100) >= Math.round(target * 100);
}

/** W7 of one platform. */
export function reportStart({ bare, stateless }: StartCost): string {
  const row = (label: string, key: keyof Footprint, unit: string): string[] => {
    const more = stateless[key] - bare[key];
    return [
      'W7',
      label,
      `${bare[key].toFixed(0)} ${unit}`,
      `${stateless[key].toFixed(0)} ${unit}`,
      `+${more.toFixed(0)} ${unit}`.replace('+-', '-'),
      `at most +${startTarget[key]} ${unit}`,
      more <= startTarget[key] ? 'yes' : 'no',
    ];
  };
  return table([
    ['', '', 'Bare', 'With sign-in', 'Difference', 'Target', 'Reached'],
    row('start to first answer', 'startMs', 'ms'),
    row('memory after start', 'idleMiB', 'MiB'),
    row('memory after load', 'loadedMiB', 'MiB'),
  ]);
}

/** How often a guarded request asks the database. */
export function reportStatements({ perRequest, text }: StatementCount): string {
  const verb = text.slice(0, text.indexOf(' '));
  return `W2s runs ${perRequest} statement(s) for a guarded request (the last one: ${verb}); target 1.`;
}
