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
    private readonly process: ChildProcess,
    private readonly folder: string,
    private readonly administrator: Redis,
  ) {}

  /** @param options - of the program, beside those that keep it apart */
  static async start(...options: readonly string[]): Promise<OwnRedis> {
    const folder = await mkdtemp(join(tmpdir(), 'authnest-redis-'));
    const port = await freePort();
    const args = [
      '--port',
      `${port}`,
      '--bind',
      '127.0.0.1',
      '--save',
      '',
      '--dir',
      folder,
      ...options,
    ];
    const server = spawn('redis-server', args, { stdio: ['ignore', 'ignore', 'inherit'] });
    server.unref();
    await until('redis-server listens', () => isReachable('127.0.0.1', port));
    const url = `redis://127.0.0.1:${port}`;
    return new OwnRedis(url, server, folder, new Redis(url));
  }

  /** Every write fails, as where the replicas of a cluster are gone; reads go on. */
  async refuseWrites(isRefused: boolean): Promise<void> {
    await this.administrator.config('SET', 'min-replicas-to-write', isRefused ? 1 : 0);
  }

  /** Takes connections and commands, and says nothing. */
  freeze(isFrozen: boolean): void {
    this.process.kill(isFrozen ? 'SIGSTOP' : 'SIGCONT');
  }

  async remove(): Promise<void> {
    this.administrator.disconnect();
    const exited = once(this.process, 'exit');
    this.process.kill('SIGKILL');
    await exited;
    await rm(this.folder, { recursive: true });
  }
}
