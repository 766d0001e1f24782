import type { ApplicationKind, Platform } from '../workloads.js';

/** Which server a process is. */
export interface ServerOptions {
  readonly application: ApplicationKind;
  readonly platform: Platform;
  readonly countStatements?: boolean;
}

/** What a server process tells. */
export type ServerQuestions = {
  /** Answers once it listens. */
  port(): number;
  /** User and system time of the process so far. */
  cpuMicroseconds(): number;
  residentMiB(): number;
  /** Fills the database and tells the tokens. */
  sessionTokens(): Promise<string[]>;
  /** Statements so far, and the text of the last one. */
  statements(): { count: number; last: string };
};
