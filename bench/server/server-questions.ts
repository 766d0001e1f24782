import type { ApplicationKind, Platform } from '../workloads.js';

/** Options of a server process. */
export interface ServerOptions {
  readonly application: ApplicationKind;
  readonly platform: Platform;
  readonly countStatements?: boolean;
  /** URL of the database, if sessions or users are in PostgreSQL. */
  readonly databaseUrl?: string;
  /** URL of Redis, if sessions are in Redis. @default TEST_REDIS_URL */
  readonly redisUrl?: string;
}

/** The calls that a server process supports. */
export type ServerQuestions = {
  /** Returns the port that the server listens on. */
  port(): number;
  /** Returns the user and system time of the process so far. */
  cpuMicroseconds(): number;
  residentMiB(): number;
  /** Fills the database with `count` sessions, and returns the tokens of a thousand of them. */
  sessionTokens(count: number): Promise<string[]>;
  /** Makes every session as old as one that has not been used for two days. */
  age(): Promise<void>;
  /** Returns the CPU time of the database's processes so far; 0 if there are none. */
  databaseCpuMicroseconds(): Promise<number>;
  /** Returns the number of open connections to the database. */
  databaseConnections(): Promise<number>;
  /** Returns the number of statements so far, by verb. */
  statements(): Readonly<Record<string, number>>;
};
