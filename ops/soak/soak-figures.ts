/** Resources that a process uses after a garbage collection. */
export interface SoakFigures {
  /** Size of the heap, in bytes. */
  readonly heap: number;
  /** Resident memory, in bytes. */
  readonly resident: number;
  readonly sockets: number;
  /** Open handles, such as servers, pipes and files, without sockets and timers. */
  readonly handles: number;
  /** Pending timers, including those that do not keep the process alive. */
  readonly timers: number;
}
