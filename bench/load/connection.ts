import { connect, type Socket } from 'node:net';
import { once } from 'node:events';
import { ResponseReader } from './response-reader.js';
import type { Script } from './script.js';

/** The work of a connection during one slice of load. */
export interface Drive {
  readonly script: Script;
  readonly status: number;
  /** Whether to begin another flow. */
  readonly goesOn: () => boolean;
  /** Called with the duration of a flow, in milliseconds. */
  readonly done: (ms: number) => void;
}

/** A keep-alive connection that sends one request at a time, as a browser does. */
export class Connection {
  private readonly reader = new ResponseReader();
  private drive: Drive | undefined;
  private finish: { resolve(): void; reject(error: Error): void } | undefined;
  private began = 0;
  private step = 0;

  private constructor(private readonly socket: Socket) {
    socket.setNoDelay(true);
    socket.on('data', (chunk: Buffer) => this.receive(chunk));
    socket.on('close', () => this.fail(new Error('the server closed the connection')));
    socket.on('error', (error) => this.fail(error));
  }

  static async open(port: number): Promise<Connection> {
    const socket = connect(port, '127.0.0.1');
    await once(socket, 'connect');
    return new Connection(socket);
  }

  get isOpen(): boolean {
    return !this.socket.destroyed;
  }

  /** Sends one flow after the other; resolves when `goesOn` is false after a flow. */
  run(drive: Drive): Promise<void> {
    this.drive = drive;
    return new Promise((resolve, reject) => {
      this.finish = { resolve, reject };
      this.beginFlow(drive);
    });
  }

  private beginFlow(drive: Drive): void {
    if (!drive.goesOn()) {
      this.finish?.resolve();
      this.finish = undefined;
      return;
    }
    this.began = performance.now();
    this.step = 1;
    this.socket.write(drive.script.begin());
  }

  private receive(chunk: Buffer): void {
    const { drive } = this;
    try {
      const response = this.reader.add(chunk);
      if (!response || !drive) return;
      const next = drive.script.proceed?.(response, this.step);
      if (next) {
        this.step += 1;
        this.socket.write(next);
        return;
      }
      if (response.status !== drive.status) {
        throw new Error(`${response.status} instead of ${drive.status}: ${response.head}`);
      }
      drive.done(performance.now() - this.began);
      this.beginFlow(drive);
    } catch (thrown) {
      this.fail(thrown as Error);
    }
  }

  private fail(error: Error): void {
    this.finish?.reject(error);
    this.finish = undefined;
  }
}
