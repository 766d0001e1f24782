import { type ChildProcessWithoutNullStreams, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createInterface, type Interface } from 'node:readline';
import { oneFileOf } from './child/one-file.js';
import type { Service } from './services.js';

/** The root of the repository. */
const ROOT = new URL('../../', import.meta.url);
// Users other than root also need a user namespace, which some machines forbid.
const AS_ROOT = process.getuid?.() === 0 ? [] : ['--user', '--map-root-user'];
const NAMESPACE = ['unshare', ...AS_ROOT, '--pid', '--fork', '--kill-child'];

/** Process namespaces, which only Linux has, and which some machines allow only for root. */
export const CONTAINER: Service = {
  name: 'process namespaces',
  ...(spawnSync(NAMESPACE[0] ?? '', [...NAMESPACE.slice(1), 'true']).status !== 0 && {
    problem: '`unshare --user --pid` from util-linux does not work here.',
  }),
};

/** A TypeScript file of the tests that runs in a separate process. */
export class Script {
  private readonly lines: Interface;
  private readonly output: AsyncIterator<string>;
  private readonly ended: Promise<unknown[]>;
  private errors = '';

  private constructor(
    private readonly child: ChildProcessWithoutNullStreams,
    private readonly kind: 'process' | 'container' = 'process',
  ) {
    this.lines = createInterface(child.stdout);
    this.output = this.lines[Symbol.asyncIterator]();
    this.ended = once(child, 'exit');
    child.stderr.on('data', (chunk: Buffer) => (this.errors += chunk.toString()));
  }

  /** Starts one file, which is worth its while if it is started more than once. @see oneFileOf */
  static async startBundled(file: string, ...args: string[]): Promise<Script> {
    return new Script(spawn(process.execPath, [...(await bundled(file)), ...args]));
  }

  /** @param file - a path from the root of the repository */
  static start(file: string, ...args: string[]): Script {
    const options = ['--no-warnings', '--import', './test/support/typescript.mjs'];
    return new Script(spawn(process.execPath, [...options, file, ...args]));
  }

  /** Starts it as process 1 in a separate process namespace, as in a container. @see CONTAINER */
  static async startInContainer(file: string, ...args: string[]): Promise<Script> {
    const command = [...NAMESPACE, process.execPath, ...(await bundled(file)), ...args];
    return new Script(spawn(command[0] ?? '', command.slice(1)), 'container');
  }

  /** Returns the next line that it prints. */
  async line(): Promise<string> {
    const { value, done } = await this.output.next();
    if (done) throw new Error(`the script ended with this error output: ${this.errors}`);
    return value;
  }

  kill(signal: NodeJS.Signals): void {
    const { pid = 0 } = this.child;
    process.kill(this.kind === 'container' ? firstChildOf(pid) : pid, signal);
  }

  /** Waits until it has ended. */
  async exit(): Promise<{ code: unknown; signal: unknown; errors: string }> {
    const [code, signal] = await this.ended;
    return { code, signal, errors: this.errors };
  }

  /** Ends it in any state. */
  async stop(): Promise<void> {
    this.child.kill('SIGKILL');
    await this.ended;
    this.lines.close();
  }
}

async function bundled(file: string): Promise<string[]> {
  return ['--no-warnings', await oneFileOf(new URL(file, ROOT))];
}

/** From outside, process 1 of a namespace has another number. */
function firstChildOf(pid: number): number {
  return Number.parseInt(readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8'), 10);
}
