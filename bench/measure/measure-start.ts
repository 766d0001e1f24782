import { request } from 'node:http';
import type { LoadQuestions } from '../load/load-questions.js';
import type { BenchOptions } from '../options.js';
import type { Child } from '../process/child.js';
import type { ApplicationKind, Platform } from '../workloads.js';
import { type Server, startServer } from './server.js';
import { median } from './statistics.js';

/** Startup time and memory of an application. */
export interface Footprint {
  /** Time from the start of the process to the first response, in milliseconds. */
  readonly startMs: number;
  /** Resident memory after the first response. */
  readonly idleMiB: number;
  /** Resident memory after load on the guarded route. */
  readonly loadedMiB: number;
}

/** W7: startup time and memory, without and with sign-in. */
export interface StartCost {
  readonly platform: Platform;
  readonly bare: Footprint;
  readonly stateless: Footprint;
}

interface Start {
  readonly startMs: number;
  readonly idleMiB: number;
}

export async function measureStart(
  platform: Platform,
  { load, options }: { load: Child<LoadQuestions>; options: BenchOptions },
): Promise<StartCost> {
  const starts: Record<'bare' | 'stateless', Start[]> = { bare: [], stateless: [] };
  for (let round = 0; round < options.starts; round += 1) {
    starts.bare.push(await startOnce('bare', platform));
    starts.stateless.push(await startOnce('stateless', platform));
  }
  await load.ask('prepare', { script: 'route-signed-in' });
  const loaded = async (application: ApplicationKind): Promise<number> =>
    memoryUnderLoad(application, platform, { load, durationMs: options.loadMs });
  return {
    platform,
    bare: { ...mediansOf(starts.bare), loadedMiB: await loaded('bare') },
    stateless: { ...mediansOf(starts.stateless), loadedMiB: await loaded('stateless') },
  };
}

async function startOnce(application: ApplicationKind, platform: Platform): Promise<Start> {
  const begin = performance.now();
  const server = startServer({ application, platform }, { nodeFlags: [] });
  try {
    await firstResponse(await server.ask('port'));
    return { startMs: performance.now() - begin, idleMiB: await server.ask('residentMiB') };
  } finally {
    await server.stop();
  }
}

/** Sends a request, and waits for a response with any status. */
function firstResponse(port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    request({ port, host: '127.0.0.1', path: '/orders', agent: false }, (response) => {
      response.resume().on('end', resolve);
    })
      .on('error', reject)
      .end();
  });
}

/** Returns the median of many readings in the last third, since the size of the heap varies. */
async function memoryUnderLoad(
  application: ApplicationKind,
  platform: Platform,
  { load, durationMs }: { load: Child<LoadQuestions>; durationMs: number },
): Promise<number> {
  const server = startServer({ application, platform }, { nodeFlags: [] });
  try {
    const slice = {
      port: await server.ask('port'),
      script: 'route-signed-in',
      status: 200,
    } as const;
    await load.ask('slice', { ...slice, durationMs: (durationMs * 2) / 3 });
    return median(
      await readings(server, () => load.ask('slice', { ...slice, durationMs: durationMs / 60 })),
    );
  } finally {
    await server.stop();
  }
}

async function readings(server: Server, work: () => Promise<unknown>): Promise<number[]> {
  const all: number[] = [];
  for (let reading = 0; reading < 20; reading += 1) {
    await work();
    all.push(await server.ask('residentMiB'));
  }
  return all;
}

function mediansOf(starts: readonly Start[]): Start {
  return {
    startMs: median(starts.map(({ startMs }) => startMs)),
    idleMiB: median(starts.map(({ idleMiB }) => idleMiB)),
  };
}
