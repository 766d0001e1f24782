import type { ScriptKind } from '../workloads.js';

/** One slice of load. */
export interface SliceRequest {
  readonly port: number;
  readonly script: ScriptKind;
  /** Status of the last response of each flow; another one ends the run. */
  readonly status: number;
  readonly durationMs: number;
  /** @default {@link CONNECTIONS} */
  readonly connections?: number;
  /**
   * Keeps the load generator from sleeping while responses are awaited. The server would pay for waking
   * it: on a virtual machine a tenth of a small response, and nothing where the load is so high that it
   * never sleeps, as on the bare route. Not where a database needs its core.
   */
  readonly isAwake?: boolean;
  /** Ends the slice earlier. */
  readonly maxFlows?: number;
}

/** What a slice showed. A flow is one request, or the requests of one sign-in. */
export interface SliceResult {
  readonly flows: number;
  readonly seconds: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
}

/** What the load generator does. */
export type LoadQuestions = {
  /** Issues tokens, or takes those of a database, for the scripts that need them. */
  prepare(tokens: { script: ScriptKind; stored?: readonly string[] }): Promise<void>;
  slice(request: SliceRequest): Promise<SliceResult>;
};
