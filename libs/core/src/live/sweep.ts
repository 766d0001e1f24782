import { toError } from '../errors/to-error.js';
import { logFault } from '../logging/log-fault.js';
import type { LiveSession } from './live-session.js';

/** How many sessions of one queue are read at the same time. */
const AT_ONCE = 16;
/** How many sessions of all queues are read at the same time, besides one of each. */
const AT_ONCE_IN_ALL = 64;
/** What is due within this time is read together, in milliseconds. */
const TOGETHER_MS = 500;

/** Which places for reading are taken, of those that all queues share. */
export class Places {
  private taken = 0;

  /** @returns false if all are taken */
  take(): boolean {
    if (this.taken >= AT_ONCE_IN_ALL) return false;
    this.taken += 1;
    return true;
  }

  release(): void {
    this.taken -= 1;
  }
}

/**
 * Reads the sessions of open connections again when they are due. It has a timer only while there
 * are any, which does not keep the process alive.
 */
export class Sweep {
  private readonly open = new Set<LiveSession>();
  private timer: NodeJS.Timeout | undefined;
  private isRunning = false;

  /** @param places - shared with other queues, each of which may always read one session */
  constructor(private readonly places = new Places()) {}

  get isEmpty(): boolean {
    return this.open.size === 0;
  }

  add(live: LiveSession): void {
    this.open.add(live);
    this.schedule();
  }

  remove(live: LiveSession): void {
    this.open.delete(live);
    if (this.isEmpty) this.stop();
  }

  stop(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
  }

  private schedule(): void {
    if (this.isEmpty || this.timer || this.isRunning) return;
    // Not the one that was opened first: each message may have its session read again.
    const first = [...this.open].reduce((least, { dueAt }) => Math.min(least, dueAt), Infinity);
    const wait = Math.max(first - Date.now(), TOGETHER_MS);
    this.timer = setTimeout(() => void this.run(), wait).unref();
  }

  private async run(): Promise<void> {
    this.timer = undefined;
    this.isRunning = true;
    const until = Date.now() + TOGETHER_MS;
    const due = [...this.open].filter(({ dueAt }) => dueAt <= until);
    let isLogged = false;
    const readOne = async (live: LiveSession): Promise<void> => {
      try {
        await live.readAgain();
      } catch (thrown) {
        live.postpone();
        // A store that is down fails for all of them.
        if (!isLogged) logFault(live.logger, toError(thrown));
        isLogged = true;
      }
    };
    await this.readAll(due, readOne);
    this.isRunning = false;
    this.schedule();
  }

  /** Reads one after the other, and as many beside it as there are places for. */
  private async readAll(
    due: LiveSession[],
    readOne: (live: LiveSession) => Promise<void>,
  ): Promise<void> {
    const others: Promise<void>[] = [];
    let reading = 1;
    const readNext = async (): Promise<void> => {
      for (let live = due.pop(); live; live = due.pop()) {
        if (due.length > 0 && reading < AT_ONCE && this.places.take()) {
          reading += 1;
          others.push(readBeside());
        }
        await readOne(live);
      }
    };
    const readBeside = async (): Promise<void> => {
      await readNext();
      this.places.release();
    };
    await readNext();
    await Promise.all(others);
  }
}
