import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface, type Interface } from 'node:readline';

/** A TypeScript file of the tests that runs in a process of its own. */
export class Script {
  private readonly lines: Interface;
  private readonly output: AsyncIterator<string>;
  private readonly ended: Promise<unknown[]>;
  private errors = '';

  private constructor(private readonly child: ChildProcessWithoutNullStreams) {
    this.lines = createInterface(child.stdout);
    this.output = this.lines[Symbol.asyncIterator]();
    this.ended = once(child, 'exit');
    child.stderr.on('data', (chunk: Buffer) => (this.errors += chunk.toString()));
  }

  /** @param file - path from the root of the repository */
  static start(file: string, ...args: string[]): Script {
    const options = ['--import', './test/support/typescript.mjs', '--no-warnings'];
    return new Script(spawn(process.execPath, [...options, file, ...args]));
  }

  /** The next line that it prints. */
  async line(): Promise<string> {
    const { value, done } = await this.output.next();
    if (done) throw new Error(`the script ended and said: ${this.errors}`);
    return value;
  }

  kill(signal: NodeJS.Signals): void {
    this.child.kill(signal);
  }

  /** Waits for its end. */
  async exit(): Promise<{ code: unknown; signal: unknown; errors: string }> {
    const [code, signal] = await this.ended;
    return { code, signal, errors: this.errors };
  }

  /** Ends it in whatever state. */
  async stop(): Promise<void> {
    this.kill('SIGKILL');
    await this.ended;
    this.lines.close();
  }
}
