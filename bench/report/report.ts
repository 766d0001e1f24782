import type { StatementCount } from '../measure/count-statements.js';
import type { Cost, Share } from '../measure/measure-share.js';
import type { Growth } from '../measure/measure-growth.js';
import type { Footprint, StartCost } from '../measure/measure-start.js';
import { growth, startTarget, workloads } from '../workloads.js';
import { table } from './table.js';

/** Formats the shares of one platform as a table, with one row per workload. */
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

/** Compares rounded to two digits, as the values are printed. */
function isReached(share: number, target: number): boolean {
  return Math.round(share * 100) >= Math.round(target * 100);
}

/** Formats W7 of one platform as a table. */
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
    row('start to first response', 'startMs', 'ms'),
    row('memory after start', 'idleMiB', 'MiB'),
    row('memory after load', 'loadedMiB', 'MiB'),
  ]);
}

/** Formats the number of statements of guarded requests. */
export function reportStatements({ store, perRequest, perDueSession }: StatementCount): string {
  const guarded = `${store}: ${listed(perRequest)} for a guarded request (target: 1 SELECT)`;
  if (store === 'redis') return `${guarded}.`;
  return (
    `${guarded}; ` +
    `${listed(perDueSession)} for three requests of a session that is due (target: at most 1 UPDATE).`
  );
}

function listed(counts: Readonly<Record<string, number>>): string {
  return Object.entries(counts)
    .map(([verb, count]) => `${count} ${verb}`)
    .join(', ');
}

/** Formats the cost of a guarded request by number of sessions as a table. */
export function reportGrowth({ store, sizes }: Growth): string {
  const [fewest] = sizes;
  const rows = sizes.map((size) => {
    const cpu = size.cpu + size.databaseCpu;
    const more = cpu / ((fewest?.cpu ?? 0) + (fewest?.databaseCpu ?? 0)) - 1;
    return [
      store,
      size.sessions.toLocaleString('en'),
      size.cpu.toFixed(0),
      size.databaseCpu.toFixed(0),
      `${(more * 100).toFixed(0)} %`,
      size.perSecond.toFixed(0),
      size.p50Ms.toFixed(1),
      more <= growth.limit ? 'yes' : 'no',
    ];
  });
  const head = ['', 'Sessions', 'CPU µs', 'CPU µs of the database', 'More', 'Flows/s', 'p50 ms'];
  return table([[...head, `Within ${growth.limit * 100} %`], ...rows]);
}
