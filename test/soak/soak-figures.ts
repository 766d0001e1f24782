/** What a process holds at a moment, after its garbage was collected. */
export interface SoakFigures {
  /** Bytes. */
  readonly heap: number;
  /** Bytes. */
  readonly resident: number;
  readonly sockets: number;
  /** Servers, pipes, files: whatever is open beside sockets and timers. */
  readonly handles: number;
  /** Timers that wait, those that keep no process alive included. */
  readonly timers: number;
}
