import { spawnSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { freePort } from './free-port.js';
import { isReachable } from './is-reachable.js';
import { OwnProcess } from './own-process.js';
import type { Service } from './services.js';

/** The program, for tests that start their own server. */
export const redisProgram: Service = {
  name: 'redis-server',
  problem: spawnSync('redis-server', ['--version']).error
    ? 'redis-server is missing: install it (apt-get install redis-server).'
    : undefined,
};

/** A Redis server for one test, which can be reconfigured without affecting other tests. */
export class OwnRedis {
  private constructor(
    readonly url: string,
    private readonly process: OwnProcess,
    private readonly folder: string,
    private readonly administrator: Redis,
  ) {}

  /** @param options - command-line options, in addition to those that isolate it */
  static async start(...options: readonly string[]): Promise<OwnRedis> {
    const folder = await mkdtemp(join(tmpdir(), 'authnest-redis-'));
    const port = await freePort();
    const place = ['--port', `${port}`, '--bind', '127.0.0.1', '--dir', folder];
    const process = new OwnProcess({
      command: ['redis-server', '--save', '', ...options, ...place],
      folder,
      isReady: () => isReachable('127.0.0.1', port),
    });
    await process.start();
    const url = `redis://127.0.0.1:${port}`;
    const administrator = new Redis(url);
    administrator.on('error', () => {}); // tests kill the server on purpose
    return new OwnRedis(url, process, folder, administrator);
  }

  /** Returns a section of what the server reports about itself. */
  async report(section: string): Promise<string> {
    return this.administrator.info(section);
  }

  /** Sends a command as its administrator. */
  ask(command: string, ...args: (string | number)[]): Promise<unknown> {
    return this.administrator.call(command, ...args);
  }

  get address(): { host: string; port: number } {
    const { hostname: host, port } = new URL(this.url);
    return { host, port: Number(port) };
  }

  /** Makes every write fail, as if replicas were missing; reads still succeed. */
  async refuseWrites(isRefused: boolean): Promise<void> {
    await this.administrator.config('SET', 'min-replicas-to-write', isRefused ? 1 : 0);
  }

  /** Makes every write that needs memory fail. */
  async fill(isFull: boolean): Promise<void> {
    await this.administrator.config('SET', 'maxmemory-policy', 'noeviction');
    await this.administrator.config('SET', 'maxmemory', isFull ? 1 : 0);
  }

  /** Ends the server as a power cut does. */
  async kill(): Promise<void> {
    await this.process.end();
  }

  /** Starts the server again, with the same files and port. */
  async startAgain(): Promise<void> {
    await this.process.start();
  }

  /** Makes the server accept connections and commands without responding, or resume. */
  freeze(isFrozen: boolean): void {
    if (isFrozen) this.process.freeze();
    else this.process.thaw();
  }

  async remove(): Promise<void> {
    this.administrator.disconnect();
    await this.kill();
    await rm(this.folder, { recursive: true, force: true });
  }
}
