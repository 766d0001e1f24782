import type { LoadQuestions } from '../load/load-questions.js';
import type { Child } from '../process/child.js';
import { type Platform, SESSIONS, STORED_SESSIONS, type StoreKind } from '../workloads.js';
import { withDatabase } from './bench-database.js';
import { type Server, startServer } from './server.js';

/** Requests per session. */
const ROUNDS = 3;

/** Number of statements that guarded requests run, by verb. */
export interface StatementCount {
  readonly store: StoreKind;
  /** Per request, if no session is due for an update. */
  readonly perRequest: Readonly<Record<string, number>>;
  /** Per session that is due for an update, in {@link ROUNDS} requests. */
  readonly perDueSession: Readonly<Record<string, number>>;
}

/** Counts statements with a TypeORM logger, in a separate run. */
export async function countStatements(
  store: StoreKind,
  platform: Platform,
  load: Child<LoadQuestions>,
): Promise<StatementCount> {
  return withDatabase(store, async (databaseUrl) => {
    const server = startServer({
      application: store,
      platform,
      databaseUrl,
      countStatements: true,
    });
    try {
      const stored = await server.ask('sessionTokens', STORED_SESSIONS);
      await load.ask('prepare', { script: 'route-signed-in', stored });
      const settled = await countDuring(server, load);
      await server.ask('age');
      const due = await countDuring(server, load);
      return {
        store,
        perRequest: shareOf(settled, SESSIONS * ROUNDS),
        perDueSession: shareOf(due, SESSIONS),
      };
    } finally {
      await server.stop();
    }
  });
}

async function countDuring(
  server: Server,
  load: Child<LoadQuestions>,
): Promise<Record<string, number>> {
  const before = await server.ask('statements');
  await load.ask('slice', {
    port: await server.ask('port'),
    script: 'route-signed-in',
    status: 200,
    durationMs: 120_000,
    maxFlows: SESSIONS * ROUNDS,
  });
  const after = await server.ask('statements');
  const entries = Object.entries(after).map(([verb, count]): [string, number] => [
    verb,
    count - (before[verb] ?? 0),
  ]);
  return Object.fromEntries(entries.filter(([, count]) => count > 0));
}

function shareOf(counts: Readonly<Record<string, number>>, of: number): Record<string, number> {
  return Object.fromEntries(Object.entries(counts).map(([verb, count]) => [verb, count / of]));
}
