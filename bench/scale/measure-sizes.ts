import { startServer } from '../measure/server.js';
import type { Platform, ScriptKind } from '../workloads.js';
import { startLoad } from './measure-instances.js';
import { type FlowCost, measureInTurns } from './measure-slices.js';
import type { Population } from './populations.js';

/** Cost of guarded requests and sign-ins, for each population. */
export interface SizesCost {
  readonly guarded: readonly FlowCost[];
  readonly signIn: readonly FlowCost[];
  /** Number of statements per sign-in, by verb. */
  readonly statements: Readonly<Record<string, number>>;
}

export async function measureSizes(
  populations: readonly Population[],
  { platform, rounds }: { platform: Platform; rounds: number },
): Promise<SizesCost> {
  const all = populations.map(({ url: databaseUrl, tokens }) => ({
    tokens,
    load: startLoad(),
    server: startServer({ application: 'postgres', platform, databaseUrl }),
  }));
  const measure = async (script: ScriptKind, status: number) => {
    const subjects = await Promise.all(
      all.map(async ({ server, load, tokens }) => {
        await load.ask('prepare', { script, stored: tokens });
        const request = { port: await server.ask('port'), script, status, durationMs: 250 };
        return { server, request };
      }),
    );
    return measureInTurns(subjects, (nth) => all[nth]?.load ?? startLoad(), rounds);
  };
  try {
    const guarded = await measure('route-signed-in', 200);
    const signIn = await measure('credentials-sign-in', 302);
    const statements = populations[0] ? await statementsOf(populations[0], platform) : {};
    return { guarded, signIn, statements };
  } finally {
    for (const { server, load } of all) {
      await server.stop();
      await load.stop();
    }
  }
}

const COUNTED = 200;

async function statementsOf({ url: databaseUrl }: Population, platform: Platform) {
  const load = startLoad();
  const counting = {
    application: 'postgres',
    platform,
    databaseUrl,
    countStatements: true,
  } as const;
  const server = startServer(counting);
  try {
    const script = 'credentials-sign-in';
    await load.ask('prepare', { script });
    const port = await server.ask('port');
    const before = await server.ask('statements');
    await load.ask('slice', { port, script, status: 302, durationMs: 60_000, maxFlows: COUNTED });
    const counts = Object.entries(await server.ask('statements'));
    return Object.fromEntries(
      counts
        .map(([verb, count]) => [verb, (count - (before[verb] ?? 0)) / COUNTED] as const)
        .filter(([, count]) => count > 0),
    );
  } finally {
    await server.stop();
    await load.stop();
  }
}
