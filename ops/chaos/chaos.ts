import { setTimeout as delay } from 'node:timers/promises';
import { DataSource } from 'typeorm';
import type { Cluster } from '../cluster/start-cluster.js';
import { optionsAt } from '../../test/support/databases.js';
import { countedApart } from './counted-apart.js';
import { FAULTS } from './faults.js';
import { Findings } from './findings.js';
import { checkGuesses } from './guess-limits.js';
import { Guesser, GUESSINGS } from './guesser.js';
import { Person } from './person.js';
import { Random } from './random.js';
import { NoResponse } from './recorded-client.js';
import { Timeline } from './timeline.js';

export interface ChaosOptions {
  readonly cluster: Cluster;
  readonly seed: number;
  readonly people: number;
  readonly seconds: number;
  /** How many times longer than usual the effects of a fault may last. @default 1 */
  readonly patience?: number;
  readonly log?: (line: string) => void;
}

export interface ChaosReport {
  readonly counts: ReadonlyMap<string, number>;
  readonly notes: readonly string[];
  readonly failures: number;
  /** Responses that contradict each other; empty if there are none. */
  readonly faults: readonly string[];
  /** Requests that failed while nothing was broken. On a busy machine, repairs take longer. */
  readonly unexplained: readonly string[];
}

interface Actor {
  readonly act: () => Promise<void>;
  readonly pauseMs: () => number;
}

/** Simulates users of a cluster whose parts fail in turn, and checks what they were shown. */
export async function runChaos(options: ChaosOptions): Promise<ChaosReport> {
  const { cluster, seed, people: count, seconds } = options;
  const random = new Random(seed);
  const timeline = new Timeline();
  const findings = new Findings();
  const people = Array.from(
    { length: count },
    (_, nth) => new Person({ nth, cluster, timeline, findings, random: random.fork(nth) }),
  );
  const guessers = GUESSINGS.map(
    (guessing, nth) => new Guesser(guessing, cluster, timeline, random.fork(count + nth)),
  );
  const end = Date.now() + seconds * 1000;
  const actors: readonly Actor[] = [
    ...guessers.map((guesser) => ({
      act: () => guesser.guess(),
      pauseMs: () => guesser.pauseMs,
    })),
    ...people.map((person, nth) => {
      const pauses = random.fork(-nth - 1);
      return {
        act: () => person.act(),
        pauseMs: () => pauses.between(200, 2500) * paceOf(count),
      };
    }),
  ];
  await Promise.all([
    breakThings(options, timeline, end),
    ...actors.map((actor) => goOn(actor, end, findings)),
  ]);
  for (const person of people) await attempt(() => person.settle(), findings);
  const apart = await countedApart(cluster, timeline);
  const lives = cluster.copies.reduce((sum, { process }) => sum + process.starts, 0);
  for (const guesser of guessers) checkGuesses(guesser, { apart, lives, findings });
  await checkTables(cluster, findings);
  return {
    counts: findings.counts,
    notes: findings.notes,
    failures: timeline.failures.length,
    faults: findings.faults,
    unexplained: timeline.unexplained().map((failure) => `nothing was broken: ${failure}`),
  };
}

/** Slows down more than fifty people: more requests would only test the machine. */
function paceOf(people: number): number {
  return Math.max(1, people / 50);
}

async function goOn(actor: Actor, end: number, findings: Findings): Promise<void> {
  while (Date.now() < end) {
    await delay(actor.pauseMs());
    await attempt(actor.act, findings);
  }
}

/** Records an unexpected error, so that the other actors continue. */
async function attempt(act: () => Promise<void>, findings: Findings): Promise<void> {
  try {
    await act();
  } catch (error) {
    if (!(error instanceof NoResponse)) findings.add(String((error as Error).stack));
  }
}

async function breakThings(
  { cluster, seed, patience = 1, log = () => undefined }: ChaosOptions,
  timeline: Timeline,
  end: number,
): Promise<void> {
  const random = new Random(seed);
  await delay(3000);
  for (let nth = 0; Date.now() < end - 12_000; nth += 1) {
    // Each fault in turn, so that a short run includes all of them.
    const fault = FAULTS[nth % FAULTS.length] ?? random.of(FAULTS);
    log(`${new Date().toISOString()} ${fault.name}`);
    const mended = timeline.break(fault.name);
    await fault.run(cluster, random);
    mended(fault.graceMs * patience);
    await delay(fault.graceMs + random.between(0, 2000));
  }
}

/** Checks that no retry stored an account or an address twice. */
async function checkTables({ tables }: Cluster, findings: Findings): Promise<void> {
  const dataSource = await new DataSource({ ...optionsAt(tables.url), entities: [] }).initialize();
  for (const [what, columns] of [
    ['accounts', '"provider", "providerAccountId"'],
    ['users', '"email"'],
  ] as const) {
    const rows = await dataSource.query<object[]>(
      `SELECT ${columns} FROM "${what}" GROUP BY ${columns} HAVING count(*) > 1`,
    );
    for (const row of rows) findings.add(`twice in ${what}: ${JSON.stringify(row)}`);
  }
  await dataSource.destroy();
}
