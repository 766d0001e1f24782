import { readFile } from 'node:fs/promises';
import type { Cluster } from '../cluster/start-cluster.js';
import { LAST_MOMENT, type Span, type Timeline } from './timeline.js';

/** Resolution of times in the log, in milliseconds. */
const SECOND = 1000;

/** Returns times in which instances may have counted separately: Redis was down or slow. */
export async function countedApart(cluster: Cluster, timeline: Timeline): Promise<Span[]> {
  const away = timeline.faults
    .filter(({ what }) => /Redis/.test(what))
    .map((fault) => ({ ...fault, from: fault.from - LAST_MOMENT }));
  const logs = cluster.copies.map(({ process }) => readFile(process.log, 'utf8'));
  return [...away, ...(await Promise.all(logs)).flatMap((log) => inMemory(log, away))];
}

/** Returns these times according to the log of an instance. */
function inMemory(log: string, away: readonly Span[]): Span[] {
  const spans: Span[] = [];
  for (const line of log.split('\n')) {
    const [, pid, time = ''] = /^\[Nest\] (\d+) +- (\S+ \S+ [AP]M) /.exec(line) ?? [];
    if (!pid) continue;
    const at = new Date(time).getTime();
    const open = spans.findLast(({ until }) => until === Infinity);
    // A process that has been killed logs nothing more.
    if (open && (open.what !== pid || line.includes('limits.store responds again'))) {
      open.until = at + SECOND;
    } else if (line.includes('limits.store responds again')) {
      // The log does not contain the start of the span, so the last fault of Redis is used.
      const from = away.findLast((fault) => fault.from <= at)?.from ?? 0;
      spans.push({ what: pid, from, until: at + SECOND });
    } else if (line.includes('limits.store did not respond')) {
      // The request began to wait a second earlier, or more if the process was frozen.
      spans.push({ what: pid, from: at - 2 * SECOND, until: Infinity });
    }
  }
  return spans;
}
