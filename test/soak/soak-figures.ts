/** What a process holds after a garbage collection. */
export interface SoakFigures {
  /** Bytes. */
  readonly heap: number;
  /** Bytes. */
  readonly resident: number;
  readonly sockets: number;
  /** Servers, pipes, files: every open handle except sockets and timers. */
  readonly handles: number;
  /** Pending timers, including those that do not keep the process alive. */
  readonly timers: number;
}
