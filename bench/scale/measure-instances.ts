import type { LoadQuestions, SliceRequest } from '../load/load-questions.js';
import { warmUp } from '../measure/measure-share.js';
import { type Server, startServer } from '../measure/server.js';
import { type Spread, spreadOf } from '../measure/statistics.js';
import { Child } from '../process/child.js';
import type { ServerOptions } from '../server/server-questions.js';

/** CPU time per request in microseconds, and how many requests three instances serve. */
export interface InstancesCost {
  /** Of one instance, while the others have nothing to do. */
  readonly one: Spread;
  /** Of an instance with a core of its own, as on its own machine, while the others serve too. */
  readonly apart: Spread;
  /** Of three instances that share a core. */
  readonly sharing: Spread;
  /** How many times as many requests three instances serve for the same CPU time. */
  readonly times: { readonly apart: Spread; readonly sharing: Spread };
}

/** Options of each instance, and the sessions that send requests. */
export interface Instances extends ServerOptions {
  readonly tokens: readonly string[];
  readonly rounds: number;
}

interface Instance {
  readonly server: Server;
  readonly request: SliceRequest;
}

/**
 * Alternates between load on one instance and on three at the same time. Each instance has its own
 * connections, and all have one database. Three that share a core interrupt each other, which slows
 * down the bare route too; so each is also measured on a core where no other instance runs.
 */
export async function measureInstances({
  tokens,
  rounds,
  ...options
}: Instances): Promise<InstancesCost> {
  const load = startLoad();
  const servers = [1, 2, 3].map(() => startServer(options));
  try {
    await load.ask('prepare', { script: 'route-signed-in', stored: tokens });
    const all = await Promise.all(servers.map(async (server) => withRequest(server)));
    for (const instance of all) await warmUp({ ...instance, load, pauseMs: 0 }, 3000);
    const costs: { one: number; apart: number; sharing: number }[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const nth = round % all.length;
      const alone = all.slice(nth, nth + 1);
      const one = await costOf(alone, alone, load);
      const sharing = await costOf(all, all, load);
      const others = servers.filter((server) => server !== alone[0]?.server);
      for (const server of others) server.moveTo(1);
      const apart = await costOf(alone, all, load);
      for (const server of others) server.moveTo(0);
      costs.push({ one, apart, sharing });
    }
    return {
      one: spreadOf(costs.map(({ one }) => one)),
      apart: spreadOf(costs.map(({ apart }) => apart)),
      sharing: spreadOf(costs.map(({ sharing }) => sharing)),
      times: {
        apart: spreadOf(costs.map(({ one, apart }) => (3 * one) / apart)),
        sharing: spreadOf(costs.map(({ one, sharing }) => (3 * one) / sharing)),
      },
    };
  } finally {
    for (const child of [load, ...servers]) await child.stop();
  }
}

/** Starts another load generator, since each keeps only one set of tokens. */
export function startLoad(): Child<LoadQuestions> {
  return Child.start<LoadQuestions>('load/main.js', { core: 1 });
}

async function withRequest(server: Server): Promise<Instance> {
  const port = await server.ask('port');
  const request = { port, script: 'route-signed-in', status: 200, durationMs: 250 } as const;
  return { server, request };
}

/** Returns the CPU time per request of some instances, while others serve as well. */
async function costOf(
  measured: readonly Instance[],
  serving: readonly Instance[],
  load: Child<LoadQuestions>,
): Promise<number> {
  const before = await cpuOf(measured);
  const slices = await Promise.all(
    serving.map(async (instance) => ({
      instance,
      flows: (await load.ask('slice', instance.request)).flows,
    })),
  );
  const spent = (await cpuOf(measured)) - before;
  const counted = slices.filter(({ instance }) => measured.includes(instance));
  return spent / counted.reduce((sum, { flows }) => sum + flows, 0);
}

async function cpuOf(instances: readonly Instance[]): Promise<number> {
  const spent = await Promise.all(instances.map(({ server }) => server.ask('cpuMicroseconds')));
  return spent.reduce((sum, one) => sum + one, 0);
}
