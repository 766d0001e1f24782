import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { oneFileOf } from './one-file.js';

/**
 * A separate process that runs a TypeScript file of this project. The child responds to each
 * message that it receives.
 */
export class Child {
  private constructor(private readonly process: ChildProcess) {}

  /** @param script - a file URL, such as `new URL('./x.child.ts', import.meta.url)` */
  static async start(script: URL, env: Readonly<Record<string, string>> = {}): Promise<Child> {
    const child = fork(await oneFileOf(script), {
      execArgv: [],
      env: { ...process.env, NODE_OPTIONS: '', ...env },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    });
    // Not inherited, because a leftover child would keep the test runner's output open.
    for (const output of [child.stdout, child.stderr])
      output?.on('data', (chunk: Buffer) => process.stderr.write(chunk));
    const started = new Child(child);
    await started.response();
    return started;
  }

  /** Sends a message and waits for the response. */
  async ask<Result>(message: object): Promise<Result> {
    this.process.send(message);
    return (await this.response()) as Result;
  }

  /** Ends the process at once, as a crash would. */
  async kill(): Promise<void> {
    if (this.process.exitCode !== null || this.process.signalCode !== null) return;
    const exited = once(this.process, 'exit');
    this.process.kill('SIGKILL');
    await exited;
  }

  private async response(): Promise<unknown> {
    const result = new AbortController();
    const { signal } = result;
    const died = once(this.process, 'exit', { signal }).then(([code]) => {
      throw new Error(`the child process ended with ${code}`);
    });
    try {
      const [message] = await Promise.race([once(this.process, 'message', { signal }), died]);
      return message;
    } finally {
      result.abort();
      died.catch(() => {});
    }
  }
}
