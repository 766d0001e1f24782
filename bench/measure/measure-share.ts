import { setTimeout as sleep } from 'node:timers/promises';
import type { LoadQuestions, SliceRequest } from '../load/load-questions.js';
import type { BenchOptions } from '../options.js';
import type { Child } from '../process/child.js';
import type { ServerOptions } from '../server/server-questions.js';
import {
  hasStore,
  type Platform,
  type ShareId,
  STORED_SESSIONS,
  type Workload,
  workloads,
} from '../workloads.js';
import { withDatabase } from './bench-database.js';
import { type Server, startServer } from './server.js';
import { median, type Spread, spreadOf } from './statistics.js';

/** Cost of flows, as measured for one application. */
export interface Cost {
  /** Number of measured flows. */
  readonly flows: number;
  /** CPU time of the server per flow, in microseconds. */
  readonly cpu: number;
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
}

/** Comparison of a workload with the bare route: one row of the report. */
export interface Share {
  readonly id: ShareId;
  readonly platform: Platform;
  readonly share: Spread;
  readonly bare: Cost;
  readonly workload: Cost;
}

/** Compares a workload with the bare route, in alternating slices. */
export async function measureShare(
  id: ShareId,
  platform: Platform,
  { load, options }: { load: Child<LoadQuestions>; options: BenchOptions },
): Promise<Share> {
  const { application } = workloads[id];
  return withDatabase(application, (databaseUrl) =>
    measureAgainst({ application, platform, databaseUrl }, id, { load, options }),
  );
}

async function measureAgainst(
  { application, platform, databaseUrl }: ServerOptions,
  id: ShareId,
  { load, options }: { load: Child<LoadQuestions>; options: BenchOptions },
): Promise<Share> {
  const workload: Workload = workloads[id];
  const bareServer = startServer({ application: 'bare', platform }, options);
  const server = startServer({ application, platform, databaseUrl }, options);
  try {
    const stored = hasStore(application)
      ? await server.ask('sessionTokens', STORED_SESSIONS)
      : undefined;
    for (const script of new Set([workload.bareScript, workload.script])) {
      await load.ask('prepare', { script, stored });
    }
    const { sliceMs: durationMs, pauseMs } = options;
    const { connections } = workload;
    const isAwake = !hasStore(application);
    const bare: Target = {
      server: bareServer,
      load,
      pauseMs,
      request: {
        port: await bareServer.ask('port'),
        script: workload.bareScript,
        status: 200,
        durationMs,
        connections,
        isAwake,
      },
    };
    const guarded: Target = {
      server,
      load,
      pauseMs,
      request: {
        port: await server.ask('port'),
        script: workload.script,
        status: STATUS[workload.script],
        durationMs,
        connections,
        isAwake,
      },
    };
    await warmUp(bare, options.warmUpFlows);
    await warmUp(guarded, options.warmUpFlows);
    const costs = await inTurns(bare, guarded, options.slices);
    return {
      id,
      platform,
      share: spreadOf(costs.map((pair) => pair.bare.cpu / pair.workload.cpu)),
      bare: medianCost(costs.map((pair) => pair.bare)),
      workload: medianCost(costs.map((pair) => pair.workload)),
    };
  } finally {
    await Promise.all([bareServer.stop(), server.stop()]);
  }
}

/** Status of the last response of a flow, from an application with sign-in. */
const STATUS = {
  'route-signed-out': 401,
  'route-signed-in': 200,
  'route-in-browser': 200,
  'route-new-tokens': 200,
  'session-endpoint': 200,
  'stored-session-endpoint': 200,
  'credentials-sign-in': 302,
} as const;

/** Measures alternating slices of both targets. */
async function inTurns(
  bare: Target,
  workload: Target,
  slices: number,
): Promise<{ bare: Cost; workload: Cost }[]> {
  const costs: { bare: Cost; workload: Cost }[] = [];
  for (let slice = 0; slice < slices; slice += 1) {
    costs.push({ bare: await measureSlice(bare), workload: await measureSlice(workload) });
  }
  return costs;
}

/** Sends load that is not counted, before the measurement. */
export async function warmUp(target: Target, flows: number): Promise<void> {
  for (let done = 0; done < flows; done += (await measureSlice(target)).flows);
}

/** A server, and the load that it receives. */
export interface Target {
  readonly server: Server;
  readonly load: Child<LoadQuestions>;
  readonly request: SliceRequest;
  readonly pauseMs: number;
}

/** Sends one slice of load to a server, and measures its cost. */
export async function measureSlice({ server, load, request, pauseMs }: Target): Promise<Cost> {
  await sleep(pauseMs);
  const before = await server.ask('cpuMicroseconds');
  const { flows, seconds, p50Ms, p99Ms } = await load.ask('slice', request);
  const spent = (await server.ask('cpuMicroseconds')) - before;
  return { flows, cpu: spent / flows, perSecond: flows / seconds, p50Ms, p99Ms };
}

/** Returns the median of each figure. */
export function medianCost(costs: readonly Cost[]): Cost {
  const of = (key: keyof Cost): number => median(costs.map((cost) => cost[key]));
  return {
    flows: of('flows'),
    cpu: of('cpu'),
    perSecond: of('perSecond'),
    p50Ms: of('p50Ms'),
    p99Ms: of('p99Ms'),
  };
}
