import type { ScriptKind } from '../workloads.js';

/** Settings of one slice of load. */
export interface SliceRequest {
  readonly port: number;
  readonly script: ScriptKind;
  /** Expected status of the last response of each flow; any other status ends the run. */
  readonly status: number;
  readonly durationMs: number;
  /** @default {@link CONNECTIONS} */
  readonly connections?: number;
  /**
   * Keeps the load generator awake while it waits for responses, so that the server spends no CPU
   * time on waking it. On a virtual machine, that was a tenth of the cost of a small response, but
   * nothing on the bare route, where the load generator never sleeps. Not used with databases,
   * which need the core.
   */
  readonly isAwake?: boolean;
  /** Ends the slice after this number of flows. */
  readonly maxFlows?: number;
}

/** Result of a slice. A flow is one request, or the requests of one sign-in. */
export interface SliceResult {
  readonly flows: number;
  readonly seconds: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
}

/** The calls that the load generator supports. */
export type LoadQuestions = {
  /** Prepares a script, with stored tokens or, if there are none, newly issued ones. */
  prepare(tokens: { script: ScriptKind; stored?: readonly string[] }): Promise<void>;
  slice(request: SliceRequest): Promise<SliceResult>;
};
