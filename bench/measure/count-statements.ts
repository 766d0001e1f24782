import type { LoadQuestions } from '../load/load-questions.js';
import type { Child } from '../process/child.js';
import type { Platform } from '../workloads.js';
import { startServer } from './server.js';

const REQUESTS = 500;

/** Statements that a guarded request with a session in SQLite runs, and the text of one. */
export interface StatementCount {
  readonly perRequest: number;
  readonly text: string;
}

/** Counts with a logger of TypeORM, in a run of its own. */
export async function countStatements(
  platform: Platform,
  load: Child<LoadQuestions>,
): Promise<StatementCount> {
  const server = startServer({ application: 'sqlite', platform, countStatements: true });
  try {
    const stored = await server.ask('sessionTokens');
    await load.ask('prepare', { script: 'route-signed-in', stored });
    const before = await server.ask('statements');
    const { flows } = await load.ask('slice', {
      port: await server.ask('port'),
      script: 'route-signed-in',
      status: 200,
      durationMs: 60_000,
      maxFlows: REQUESTS,
    });
    const { count, last } = await server.ask('statements');
    return { perRequest: (count - before.count) / flows, text: last };
  } finally {
    await server.stop();
  }
}
