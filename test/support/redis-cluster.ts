import { Cluster, Redis } from 'ioredis';
import { freePort } from './free-port.js';
import { OwnRedis } from './own-redis.js';
import { until } from './until.js';

/**
 * A cluster of one node with all slots: it refuses commands on keys of different slots as a large
 * one does.
 */
export class OwnCluster {
  private constructor(
    private readonly server: OwnRedis,
    readonly client: Cluster,
  ) {}

  static async start(): Promise<OwnCluster> {
    const busPort = `${await freePort()}`; // otherwise 10,000 above the other, which may be too high
    const address = ['--cluster-announce-ip', '127.0.0.1', '--cluster-port', busPort];
    const server = await OwnRedis.start('--cluster-enabled', 'yes', ...address);
    const administrator = new Redis(server.url);
    await administrator.cluster('ADDSLOTSRANGE', 0, 16_383);
    await until('the cluster is up', async () =>
      (await administrator.cluster('INFO')).includes('cluster_state:ok'),
    );
    administrator.disconnect();
    const { hostname: host, port } = new URL(server.url);
    return new OwnCluster(server, new Cluster([{ host, port: Number(port) }]));
  }

  async remove(): Promise<void> {
    this.client.disconnect();
    await this.server.remove();
  }
}
