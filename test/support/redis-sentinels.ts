import { Redis } from 'ioredis';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from './free-port.js';
import { OwnProcess } from './own-process.js';
import { until } from './until.js';

/** Name of the primary in the configuration of the sentinels. */
export const PRIMARY = 'authnest';

const SETTINGS = [
  ['--bind', '127.0.0.1'],
  ['--save', ''],
  // A primary that restarts without data would empty its replicas.
  ['--appendonly', 'yes'],
  ['--appendfsync', 'always'],
  ['--repl-diskless-sync-delay', '0'],
  // A primary that was cut off and has been replaced must not accept writes.
  ['--min-replicas-to-write', '1'],
  ['--min-replicas-max-lag', '1'],
].flat();

/** A separate Redis with failover: a primary, two replicas and three sentinels. */
export class ClusterRedis {
  private constructor(
    private readonly folder: string,
    readonly nodes: ReadonlyMap<number, OwnProcess>,
    readonly sentinels: ReadonlyMap<number, OwnProcess>,
  ) {}

  static async start(): Promise<ClusterRedis> {
    const folder = await mkdtemp(join(tmpdir(), 'authnest-sentinels-'));
    const [first, ...replicas] = [await freePort(), await freePort(), await freePort()];
    const nodes = new Map([
      [first, serverAt(first, folder, [])],
      ...replicas.map(
        (port) => [port, serverAt(port, folder, ['--replicaof', `127.0.0.1 ${first}`])] as const,
      ),
    ]);
    const sentinels = new Map<number, OwnProcess>();
    const all = new ClusterRedis(folder, nodes, sentinels);
    for (const node of nodes.values()) await node.start();
    for (let nth = 0; nth < 3; nth += 1) {
      const port = await freePort();
      sentinels.set(port, await sentinelAt(port, folder, first));
      await sentinels.get(port)?.start();
    }
    await until('the sentinels know each other and the replicas', () => all.isComplete());
    return all;
  }

  /** `host:port` of each sentinel. */
  get addresses(): string[] {
    return [...this.sentinels.keys()].map((port) => `127.0.0.1:${port}`);
  }

  /** Returns a client that is configured as in the guide. */
  connect(): Redis {
    const sentinels = [...this.sentinels.keys()].map((port) => ({ host: '127.0.0.1', port }));
    const options = { sentinelCommandTimeout: 500, failoverDetector: true };
    const client = new Redis({ name: PRIMARY, sentinels, ...options });
    client.on('error', () => {}); // an application would log it
    return client.on('end', () => void client.connect().catch(() => {}));
  }

  /** Returns a section of the `INFO` of the server on a port. */
  async report(port: number, section: string): Promise<string> {
    return (await ask(port, ['INFO', section])) as string;
  }

  /** Returns the port of the primary, according to the sentinels. */
  async primaryPort(): Promise<number> {
    const [port = 0] = this.sentinels.keys();
    const address = await ask(port, ['SENTINEL', 'GET-MASTER-ADDR-BY-NAME', PRIMARY]);
    return Number((address as string[])[1]);
  }

  async primary(): Promise<OwnProcess> {
    return this.nodes.get(await this.primaryPort()) as OwnProcess;
  }

  async remove(): Promise<void> {
    for (const one of [...this.sentinels.values(), ...this.nodes.values()]) await one.end();
    await rm(this.folder, { recursive: true, force: true, maxRetries: 5 });
  }

  private async isComplete(): Promise<boolean> {
    const states = await Promise.all(
      [...this.sentinels.keys()].map((port) => this.report(port, 'sentinel')),
    );
    return states.every((state) => /status=ok.*slaves=2,sentinels=3/.test(state));
  }
}

function serverAt(port: number, folder: string, args: readonly string[]): OwnProcess {
  const own = join(folder, `${port}`);
  return new OwnProcess({
    command: ['redis-server', '--port', `${port}`, '--dir', own, ...SETTINGS, ...args],
    folder: own,
    isReady: () => isUp(port),
  });
}

/** Creates a sentinel with its own configuration file, which it updates itself. */
async function sentinelAt(port: number, folder: string, primary: number): Promise<OwnProcess> {
  const own = join(folder, `${port}`);
  await mkdir(own);
  await writeFile(
    join(own, 'sentinel.conf'),
    `port ${port}
bind 127.0.0.1
dir ${own}
sentinel monitor ${PRIMARY} 127.0.0.1 ${primary} 2
sentinel down-after-milliseconds ${PRIMARY} 1000
sentinel failover-timeout ${PRIMARY} 3000
`,
  );
  return new OwnProcess({
    command: ['redis-server', join(own, 'sentinel.conf'), '--sentinel'],
    folder: own,
    isReady: () => isUp(port),
  });
}

async function isUp(port: number): Promise<boolean> {
  return ask(port, ['PING']).then(
    (result) => result === 'PONG',
    () => false,
  );
}

async function ask(port: number, [command = '', ...args]: readonly string[]): Promise<unknown> {
  const redis = new Redis({ port, lazyConnect: true, retryStrategy: () => null });
  redis.on('error', () => undefined);
  try {
    await redis.connect();
    return await redis.call(command, ...args);
  } finally {
    redis.disconnect();
  }
}
