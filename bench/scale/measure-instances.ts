import type { LoadQuestions, SliceRequest } from '../load/load-questions.js';
import { warmUp } from '../measure/measure-share.js';
import { type Server, startServer } from '../measure/server.js';
import { type Spread, spreadOf } from '../measure/statistics.js';
import { Child } from '../process/child.js';
import type { ServerOptions } from '../server/server-questions.js';

/**
 * CPU time per request in microseconds, of one instance alone and of three under load, and `times`:
 * how many times as many requests three instances serve.
 */
export interface InstancesCost {
  readonly one: Spread;
  readonly three: Spread;
  readonly times: Spread;
}

/** Options of each instance, and the sessions that send requests. */
export interface Instances extends ServerOptions {
  readonly tokens: readonly string[];
  readonly rounds: number;
}

/**
 * Alternates between load on one instance and on three at the same time. Each instance has its own
 * connections; the three share a core, which slows down the bare route too.
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
    for (const { server, request } of all)
      await warmUp({ server, request, load, pauseMs: 0 }, 3000);
    const one: number[] = [];
    const three: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      one.push(await costOf(all.slice(0, 1), load));
      three.push(await costOf(all, load));
    }
    const times = one.map((cost, at) => (3 * cost) / (three[at] ?? Number.NaN));
    return { one: spreadOf(one), three: spreadOf(three), times: spreadOf(times) };
  } finally {
    for (const child of [load, ...servers]) await child.stop();
  }
}

/** Starts another load generator, since each keeps only one set of tokens. */
export function startLoad(): Child<LoadQuestions> {
  return Child.start<LoadQuestions>('load/main.js', { core: 1 });
}

async function withRequest(server: Server): Promise<{ server: Server; request: SliceRequest }> {
  const port = await server.ask('port');
  const request = { port, script: 'route-signed-in', status: 200, durationMs: 250 } as const;
  return { server, request };
}

async function costOf(
  all: readonly { server: Server; request: SliceRequest }[],
  load: Child<LoadQuestions>,
): Promise<number> {
  const before = await cpuOf(all);
  const slices = await Promise.all(all.map(({ request }) => load.ask('slice', request)));
  const flows = slices.reduce((sum, slice) => sum + slice.flows, 0);
  return ((await cpuOf(all)) - before) / flows;
}

async function cpuOf(all: readonly { server: Server }[]): Promise<number> {
  const spent = await Promise.all(all.map(({ server }) => server.ask('cpuMicroseconds')));
  return spent.reduce((sum, one) => sum + one, 0);
}
