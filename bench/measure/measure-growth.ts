import type { LoadQuestions } from '../load/load-questions.js';
import type { BenchOptions } from '../options.js';
import type { Child } from '../process/child.js';
import { growth, type Platform, type StoreKind } from '../workloads.js';
import { withDatabase } from './bench-database.js';
import { type Cost, measureSlice, medianCost, warmUp } from './measure-share.js';
import { startServer } from './server.js';

/** Cost of a guarded request with a number of sessions in the database. */
export interface SizeCost extends Cost {
  readonly sessions: number;
  /** CPU time of the database per request, in microseconds; 0 if it is part of the server's. */
  readonly databaseCpu: number;
}

/** Cost by number of sessions, for one platform and database. */
export interface Growth {
  readonly platform: Platform;
  readonly store: StoreKind;
  readonly sizes: readonly SizeCost[];
}

/** Measures guarded requests with an increasing number of sessions in the database. */
export async function measureGrowth(
  store: StoreKind,
  platform: Platform,
  { load, options }: { load: Child<LoadQuestions>; options: BenchOptions },
): Promise<Growth> {
  const sizes: SizeCost[] = [];
  for (const sessions of growth.sizes) {
    const cost = await withDatabase(store, async (databaseUrl) => {
      const server = startServer({ application: store, platform, databaseUrl });
      try {
        const stored = await server.ask('sessionTokens', sessions);
        await load.ask('prepare', { script: 'route-signed-in', stored });
        const { pauseMs, sliceMs: durationMs } = options;
        const port = await server.ask('port');
        const request = { port, script: 'route-signed-in', status: 200, durationMs } as const;
        const target = { server, load, pauseMs, request };
        await warmUp(target, options.warmUpFlows);
        const before = await server.ask('databaseCpuMicroseconds');
        const costs: Cost[] = [];
        for (let slice = 0; slice < options.slices; slice += 1) {
          costs.push(await measureSlice(target));
        }
        const spent = (await server.ask('databaseCpuMicroseconds')) - before;
        const flows = costs.reduce((sum, slice) => sum + slice.flows, 0);
        return { ...medianCost(costs), databaseCpu: spent / flows };
      } finally {
        await server.stop();
      }
    });
    sizes.push({ ...cost, sessions });
  }
  return { platform, store, sizes };
}
