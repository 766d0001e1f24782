import { setTimeout as delay } from 'node:timers/promises';
import type { Cluster } from '../cluster/start-cluster.js';
import type { Random } from './random.js';

/** A fault, and how long its effects may last after the repair. */
export interface Fault {
  readonly name: string;
  /** Causes the fault and repairs it. */
  run(cluster: Cluster, random: Random): Promise<void>;
  /** Time after the repair in which requests may still fail, in milliseconds. */
  readonly graceMs: number;
}

/** For an instance that was killed, whose own requests fail. */
const KILLED_COPY = 2000;
/** For a failover: `down-after`, the vote and the reconnection took 2.3 to 3.9 s. */
const FAILOVER = 6000;

export const FAULTS: readonly Fault[] = [
  {
    name: 'a copy is killed, and started again',
    graceMs: KILLED_COPY,
    async run({ copies }, random) {
      const { process } = random.of(copies);
      await process.end('SIGKILL');
      await delay(random.between(0, 3000));
      await process.start();
    },
  },
  {
    name: 'a copy is shut down as an update does it',
    graceMs: KILLED_COPY,
    async run({ copies }, random) {
      const { process } = random.of(copies);
      await process.end('SIGTERM');
      await process.start();
    },
  },
  {
    name: 'a copy is frozen',
    graceMs: KILLED_COPY,
    async run({ copies }, random) {
      const { process } = random.of(copies);
      process.freeze();
      await delay(random.between(500, 5000));
      process.thaw();
    },
  },
  {
    name: 'the primary of Redis is killed',
    graceMs: FAILOVER,
    async run({ redis }, random) {
      const primary = await redis.primary();
      await primary.end('SIGKILL');
      await delay(random.between(4000, 7000));
      await primary.start();
    },
  },
  {
    name: 'the primary of Redis is frozen',
    graceMs: FAILOVER,
    async run({ redis }, random) {
      const primary = await redis.primary();
      primary.freeze();
      await delay(random.between(500, 7000));
      primary.thaw();
    },
  },
  {
    name: 'PostgreSQL is killed, and started again',
    graceMs: 2000,
    async run({ database }, random) {
      await database.primary.kill();
      await delay(random.between(0, 3000));
      await database.primary.restart();
    },
  },
  {
    name: 'PostgreSQL is frozen',
    graceMs: 2000,
    async run({ database }, random) {
      await database.primary.freeze();
      await delay(random.between(500, 5000));
      database.primary.thaw();
    },
  },
  {
    name: 'the connections to PostgreSQL are slow',
    graceMs: 2000,
    async run({ toDatabase }, random) {
      toDatabase.slow(random.between(50, 500));
      await delay(random.between(2000, 6000));
      toDatabase.reset();
    },
  },
  {
    name: 'the connections to PostgreSQL fall silent',
    graceMs: 2000,
    async run({ toDatabase }, random) {
      toDatabase.silence();
      await delay(random.between(500, 5000));
      toDatabase.reset();
    },
  },
  {
    name: 'responses of PostgreSQL break off in the middle',
    graceMs: 2000,
    async run({ toDatabase }) {
      toDatabase.cutResponses();
      await delay(1000);
      toDatabase.reset(); // drops the connections that were idle
    },
  },
];
