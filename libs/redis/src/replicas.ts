/** How many replicas must have a write before it counts, and how long to wait for them. */
export interface Replicas {
  readonly count: number;
  readonly timeoutMs: number;
}

export interface ReplicaOptions {
  /**
   * How many replicas must have a write that opens or ends sessions, or spends a value, before it
   * counts. If too few have it, sign-out responds with 503 and sign-in opens no session.
   * @default 0: waits for none
   */
  readonly replicas?: number;
  /** Seconds to wait for them; other commands of the client wait meanwhile. @default 0.5 */
  readonly replicasTimeout?: number;
}

/** @throws {TypeError} for numbers that Redis would reject, or read as "wait for ever" */
export function replicasOf({
  replicas = 0,
  replicasTimeout = 0.5,
}: ReplicaOptions): Replicas | undefined {
  if (!Number.isInteger(replicas) || replicas < 0) {
    throw new TypeError('`replicas` must be a whole number, 0 or more');
  }
  const timeoutMs = Math.round(replicasTimeout * 1000);
  if (!(timeoutMs >= 1 && Number.isFinite(timeoutMs))) {
    throw new TypeError('`replicasTimeout` must be a number of seconds above 0');
  }
  return replicas === 0 ? undefined : { count: replicas, timeoutMs };
}
