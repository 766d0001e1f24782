import type { ApplicationKind, Platform } from '../workloads.js';

/** Which server a process is. */
export interface ServerOptions {
  readonly application: ApplicationKind;
  readonly platform: Platform;
  readonly countStatements?: boolean;
  /** Of the application that keeps its sessions or its users in PostgreSQL. */
  readonly databaseUrl?: string;
  /** Of the application that keeps its sessions in Redis. */
  readonly redisUrl?: string;
}

/** What a server process can be asked. */
export type ServerQuestions = {
  /** The port, once it listens. */
  port(): number;
  /** User and system time of the process so far. */
  cpuMicroseconds(): number;
  residentMiB(): number;
  /** Fills the database with so many sessions, and returns the tokens of a thousand of them. */
  sessionTokens(count: number): Promise<string[]>;
  /** Lets every session be as old as one that was not used for two days. */
  age(): Promise<void>;
  /** CPU time so far of the database's processes for this application; 0 where it has none. */
  databaseCpuMicroseconds(): Promise<number>;
  /** Connections to the database that are open now. */
  databaseConnections(): Promise<number>;
  /** Statements so far, by their verb. */
  statements(): Readonly<Record<string, number>>;
};
