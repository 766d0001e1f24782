import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, open } from 'node:fs/promises';
import { join } from 'node:path';

/** Long enough for a loaded machine. */
const LONGEST_START_MS = 120_000;

/** A command that ends its child when this process ends for any reason; Linux only. */
const TIED = spawnSync('setpriv', ['--version']).error ? [] : ['setpriv', '--pdeathsig', 'KILL'];

/** Options for a process that a test starts. */
export interface OwnProcessOptions {
  readonly command: readonly [program: string, ...args: string[]];
  /** The working folder of the process, which also contains its log. */
  readonly folder: string;
  readonly env?: NodeJS.ProcessEnv;
  /** Resolves when the process is ready; called repeatedly until then. */
  isReady(): Promise<boolean>;
}

/**
 * A process that a test can kill, freeze and restart. It ends with the process that started it, and
 * does not inherit its output, because a test runner waits until all writers have closed that.
 */
export class OwnProcess {
  /** The number of times it was started. */
  starts = 0;
  private child: ChildProcess | undefined;

  constructor(private readonly options: OwnProcessOptions) {}

  /** The file with the output since the first start. */
  get log(): string {
    return join(this.options.folder, 'log');
  }

  get isRunning(): boolean {
    return this.child?.exitCode === null && this.child.signalCode === null;
  }

  /** @throws {Error} if it ends before it is ready, or is not ready after two minutes */
  async start(): Promise<void> {
    const { command, folder, env, isReady } = this.options;
    await mkdir(folder, { recursive: true });
    const log = await open(this.log, 'a');
    this.starts += 1;
    const [program = '', ...args] = [...TIED, ...command];
    this.child = spawn(program, args, {
      cwd: folder,
      env: env ?? process.env,
      stdio: ['ignore', log.fd, log.fd],
    });
    await log.close();
    this.child.unref();
    const deadline = Date.now() + LONGEST_START_MS;
    while (!(await isReady())) {
      if (Date.now() > deadline) throw new Error(`${command[0]} is not ready: see ${this.log}`);
      if (!this.isRunning) {
        const { exitCode, signalCode } = this.child;
        throw new Error(`${command[0]} ended (${exitCode ?? signalCode}): see ${this.log}`);
      }
      await new Promise((resolve) => setTimeout(resolve, 25));
    }
  }

  /** Ends the process and waits until it has exited. */
  async end(signal: NodeJS.Signals = 'SIGKILL'): Promise<void> {
    if (!this.child || !this.isRunning) return;
    this.child.ref(); // otherwise, the calling script could end first
    const exited = once(this.child, 'exit');
    this.child.kill(signal);
    if (signal === 'SIGKILL') this.child.kill('SIGCONT');
    await exited;
  }

  /** Pauses the process, with its connections open, until {@link thaw}. */
  freeze(): void {
    this.child?.kill('SIGSTOP');
  }

  thaw(): void {
    this.child?.kill('SIGCONT');
  }
}
