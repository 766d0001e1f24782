import type { LoadQuestions, SliceRequest } from '../load/load-questions.js';
import { measureSlice, warmUp } from '../measure/measure-share.js';
import type { Server } from '../measure/server.js';
import { type Spread, spreadOf } from '../measure/statistics.js';
import type { Child } from '../process/child.js';

/** Cost of one flow: CPU time in microseconds, open connections, and latency. */
export interface FlowCost {
  readonly app: Spread;
  /** CPU time of PostgreSQL, averaged over all slices: the clock is too coarse for a single one. */
  readonly database: number;
  readonly connections: number;
  readonly p50Ms: number;
}

interface Subject {
  readonly server: Server;
  readonly request: SliceRequest;
}

/** Measures slices of all subjects in turn, so that drift of the machine affects all alike. */
export async function measureInTurns(
  subjects: readonly Subject[],
  load: (nth: number) => Child<LoadQuestions>,
  rounds: number,
): Promise<FlowCost[]> {
  const all = subjects.map((subject, nth) => ({
    ...subject,
    load: load(nth),
    pauseMs: 0,
    flows: 0,
    cpu: [] as number[],
    p50: [] as number[],
    before: 0,
  }));
  for (const one of all) await warmUp(one, 3000);
  for (const one of all) one.before = await one.server.ask('databaseCpuMicroseconds');
  for (let round = 0; round < rounds; round += 1) {
    for (const one of all) {
      const { flows, cpu, p50Ms } = await measureSlice(one);
      one.flows += flows;
      one.cpu.push(cpu);
      one.p50.push(p50Ms);
    }
  }
  return Promise.all(
    all.map(async ({ server, before, flows, cpu, p50 }) => ({
      app: spreadOf(cpu),
      database: ((await server.ask('databaseCpuMicroseconds')) - before) / flows,
      connections: await server.ask('databaseConnections'),
      p50Ms: spreadOf(p50).median,
    })),
  );
}
