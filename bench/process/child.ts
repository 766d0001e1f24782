import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import type { Reply, Question, Questions } from './serve-questions.js';

type Argument<F> = F extends (...args: infer A) => unknown ? A : never;
type Result<F> = F extends (...args: never) => infer R ? Awaited<R> : never;

/** Options of {@link Child.start}. */
export interface ChildOptions {
  /** Passed to the program as its first argument, in JSON. */
  readonly argument?: unknown;
  /** The core to run on, if `taskset` is available and there is more than one core. */
  readonly core: 0 | 1;
  readonly nodeFlags?: readonly string[];
}

/** A Node process that runs functions on request and returns their results. */
export class Child<Q extends Questions> {
  private readonly waiting = new Map<number, (reply: Reply) => void>();
  private lastId = 0;

  private constructor(
    private readonly child: ChildProcess,
    private readonly name: string,
  ) {
    child.on('message', (reply: Reply) => {
      this.waiting.get(reply.id)?.(reply);
      this.waiting.delete(reply.id);
    });
    child.on('exit', (code) => this.failAll(`${name} ended with ${code}`));
  }

  /** Starts a process. @param program - compiled module, relative to the root of the bench */
  static start<Q extends Questions>(program: string, options: ChildOptions): Child<Q> {
    const file = fileURLToPath(new URL(`../${program}`, import.meta.url));
    const { argument = null, nodeFlags = [] } = options;
    const node = [process.execPath, ...nodeFlags, file, JSON.stringify(argument)];
    const [command = '', ...args] = [...pinTo(options.core), ...node];
    const child = spawn(command, args, {
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      env: { ...process.env, NODE_ENV: 'production' },
    });
    return new Child<Q>(child, program);
  }

  /** Calls a function of the child. @throws {Error} if the function throws or the child ends */
  ask<N extends keyof Q & string>(name: N, ...args: Argument<Q[N]>): Promise<Result<Q[N]>> {
    const id = (this.lastId += 1);
    return new Promise((resolve, reject) => {
      this.waiting.set(id, ({ value, error }) => {
        if (error === undefined) resolve(value as Result<Q[N]>);
        else reject(new Error(`${this.name}: ${error}`));
      });
      this.child.send({ id, name, argument: args[0] as unknown } satisfies Question);
    });
  }

  /** Moves all threads of the process to another core, if processes are pinned. */
  moveTo(core: 0 | 1): void {
    if (!isPinned || this.child.pid === undefined) return;
    spawnSync('taskset', ['-a', '-c', '-p', String(core), String(this.child.pid)]);
  }

  /** Disconnects, so that the child exits, and waits until it has. */
  async stop(): Promise<void> {
    if (this.child.exitCode !== null) return;
    const exit = once(this.child, 'exit');
    this.child.disconnect();
    await exit;
  }

  private failAll(error: string): void {
    for (const [id, settle] of this.waiting) settle({ id, error });
    this.waiting.clear();
  }
}

/** Whether the server and the load generator each have their own core. */
export const isPinned =
  availableParallelism() > 1 && spawnSync('taskset', ['-p', String(process.pid)]).status === 0;

function pinTo(core: 0 | 1): string[] {
  return isPinned ? ['taskset', '-c', String(core)] : [];
}
