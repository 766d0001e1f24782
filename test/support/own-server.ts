import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdir, mkdtemp, open, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { createOn, runOn, type TestDatabase } from './databases.js';
import { freePort } from './free-port.js';
import type { Command, OwnServerKind } from './own-server-kinds.js';

const run = promisify(execFile);
const isRoot = process.getuid?.() === 0;

/**
 * A database server for one test, with its own data, port and temporary files. A test can kill,
 * stop and reconfigure it without affecting other servers on this machine.
 */
export class OwnServer {
  private process: ChildProcess | undefined;

  private constructor(
    private readonly kind: OwnServerKind,
    private readonly folder: string,
    private readonly port: number,
  ) {}

  /** @param disk - the folder for its files */
  static async start(kind: OwnServerKind, disk = '/tmp'): Promise<OwnServer> {
    // A short path, because sockets require it, and accessible to the user who runs the server.
    const folder = await mkdtemp(join(disk, 'authnest-server-'));
    const server = new OwnServer(kind, folder, await freePort());
    try {
      await mkdir(join(folder, 'data'), { mode: 0o700 });
      await mkdir(join(folder, 'tmp'));
      if (isRoot) await run('chown', ['-R', kind.user, folder]);
      const [program, ...args] = server.asUser(kind.install(folder));
      await run(program, args, { env: server.env, cwd: folder });
      await server.restart();
    } catch (error) {
      await server.remove();
      throw error;
    }
    return server;
  }

  /** The URL with its administrator's login. */
  get url(): URL {
    return new URL(this.kind.url(this.port));
  }

  /** Creates an empty database, which is removed with the server. */
  createDatabase(): Promise<TestDatabase> {
    return createOn(this.url);
  }

  /** Runs a statement as its administrator. @returns its rows */
  query<Row>(statement: string): Promise<Row[]> {
    return runOn<Row>(this.url, statement);
  }

  /** Starts it with its data and waits until it accepts clients. @throws {Error} with its log */
  async restart(): Promise<void> {
    const [program, ...args] = this.asUser(this.kind.serve(this.folder, this.port));
    const log = await open(join(this.folder, 'log'), 'w');
    const started = spawn(program, args, { env: this.env, stdio: ['ignore', log.fd, log.fd] });
    await log.close();
    started.unref();
    this.process = started;
    while (!(await this.isReady())) {
      if (hasEnded(started)) throw new Error(`did not start: ${await this.log()}`);
      await delay(50);
    }
  }

  /** Ends all its processes with `kill -9`, as a crash would. */
  async kill(): Promise<void> {
    const family = this.family();
    const exited = this.end('SIGKILL');
    signalAll(family, 'SIGKILL');
    await exited;
    await Promise.all(family.map(ended));
  }

  /** Pauses the server, with its connections open, until {@link thaw}. */
  async freeze(): Promise<void> {
    // The server first, so that it starts no more children; ended children remain zombies.
    for (const count of [1, Infinity]) {
      const pids = this.family().slice(0, count);
      signalAll(pids, 'SIGSTOP');
      await Promise.all(pids.map((pid) => every(pid, (state) => 'TZ'.includes(state))));
    }
  }

  thaw(): void {
    signalAll(this.family(), 'SIGCONT');
  }

  /** Returns its output since the last start. */
  log(): Promise<string> {
    return this.read('log');
  }

  /** Reads a file. @param file - its path in the server's folder */
  read(file: string): Promise<string> {
    return readFile(join(this.folder, file), 'utf8');
  }

  /** Ends the server in any state and removes all its files. */
  async remove(): Promise<void> {
    this.thaw();
    await this.end(this.kind.lastSignal);
    await rm(this.folder, { recursive: true, force: true, maxRetries: 10 });
  }

  private get env(): NodeJS.ProcessEnv {
    return { PATH: `${process.env['PATH']}:/usr/sbin`, TMPDIR: join(this.folder, 'tmp') };
  }

  /** Runs a command as the server's user, and ends it when this process ends for any reason. */
  private asUser(command: Command): Command {
    const { user } = this.kind;
    const become = isRoot ? ['--reuid', user, '--regid', user, '--init-groups'] : [];
    return ['setpriv', '--pdeathsig', 'KILL', ...become, ...command];
  }

  private async isReady(): Promise<boolean> {
    return this.query('SELECT 1').then(
      () => true,
      () => false,
    );
  }

  /** Returns the ids of the server and its children; PostgreSQL has a child per connection. */
  private family(): number[] {
    const { pid } = this.process ?? {};
    if (pid === undefined || !this.process || hasEnded(this.process)) return [];
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8');
    return [pid, ...children.split(' ').filter(Boolean).map(Number)];
  }

  private async end(signal: NodeJS.Signals): Promise<void> {
    const { process } = this;
    if (!process || hasEnded(process)) return;
    process.ref(); // otherwise, the calling script could end first
    const exited = once(process, 'exit');
    process.kill(signal);
    await exited;
  }
}

function hasEnded({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode !== null || signalCode !== null;
}

function signalAll(pids: readonly number[], signal: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, signal);
    } catch {
      // The process has already ended.
    }
  }
}

/** Waits until a process has ended; a zombie counts as ended, as it uses no resources. */
const ended = (pid: number): Promise<void> => every(pid, (state) => state === 'Z');

/** Waits until all threads of a process are in a state, as a signal reaches them one by one. */
async function every(pid: number, isIn: (state: string) => boolean): Promise<void> {
  while (!(await statesOf(pid)).every(isIn)) await delay(5);
}

/** Returns a letter for each thread, as `ps` shows it; empty if there is no such process. */
async function statesOf(pid: number): Promise<string[]> {
  const threads = await readdir(`/proc/${pid}/task`).catch(() => []);
  const stats = threads.map((thread) =>
    readFile(`/proc/${pid}/task/${thread}/stat`, 'utf8').catch(() => ''),
  );
  return (await Promise.all(stats)).flatMap((stat) => /\) (\w)/.exec(stat)?.[1] ?? []);
}
