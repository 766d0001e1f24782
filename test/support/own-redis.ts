import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { freePort } from './free-port.js';
import { isReachable } from './is-reachable.js';
import type { Service } from './services.js';
import { until } from './until.js';

/** The program, for a server of a test's own. */
export const redisProgram: Service = {
  name: 'redis-server',
  problem: spawnSync('redis-server', ['--version']).error
    ? 'redis-server is missing: install it (apt-get install redis-server).'
    : undefined,
};

/** A Redis of a test's own, which may be switched without any other test noticing. */
export class OwnRedis {
  private constructor(
    readonly url: string,
    private readonly args: readonly string[],
    private process: ChildProcess,
    private readonly folder: string,
    private readonly administrator: Redis,
  ) {}

  /** @param options - of the program, beside those that keep it apart */
  static async start(...options: readonly string[]): Promise<OwnRedis> {
    const folder = await mkdtemp(join(tmpdir(), 'authnest-redis-'));
    const port = await freePort();
    const place = ['--port', `${port}`, '--bind', '127.0.0.1', '--dir', folder];
    const args = ['--save', '', ...options, ...place];
    const url = `redis://127.0.0.1:${port}`;
    const server = await launch(args, port);
    const administrator = new Redis(url);
    administrator.on('error', () => {}); // it is killed on purpose
    return new OwnRedis(url, args, server, folder, administrator);
  }

  /** What it reports of itself. */
  async report(section: string): Promise<string> {
    return this.administrator.info(section);
  }

  get address(): { host: string; port: number } {
    const { hostname: host, port } = new URL(this.url);
    return { host, port: Number(port) };
  }

  /** Every write fails, as where the replicas of a cluster are gone; reads go on. */
  async refuseWrites(isRefused: boolean): Promise<void> {
    await this.administrator.config('SET', 'min-replicas-to-write', isRefused ? 1 : 0);
  }

  /** Every write that needs memory fails. */
  async fill(isFull: boolean): Promise<void> {
    await this.administrator.config('SET', 'maxmemory-policy', 'noeviction');
    await this.administrator.config('SET', 'maxmemory', isFull ? 1 : 0);
  }

  /** Ends the server as a power cut does. */
  async kill(): Promise<void> {
    const exited = once(this.process, 'exit');
    this.process.kill('SIGKILL');
    await exited;
  }

  /** Starts it again, on the files and the port of before. */
  async startAgain(): Promise<void> {
    this.process = await launch(this.args, this.address.port);
  }

  /** Takes connections and commands, and says nothing. */
  freeze(isFrozen: boolean): void {
    this.process.kill(isFrozen ? 'SIGSTOP' : 'SIGCONT');
  }

  async remove(): Promise<void> {
    this.administrator.disconnect();
    if (this.process.exitCode === null && this.process.signalCode === null) await this.kill();
    await rm(this.folder, { recursive: true });
  }
}

async function launch(args: readonly string[], port: number): Promise<ChildProcess> {
  const server = spawn('redis-server', args, { stdio: ['ignore', 'ignore', 'inherit'] });
  server.unref();
  await until('redis-server listens', () => isReachable('127.0.0.1', port));
  return server;
}
