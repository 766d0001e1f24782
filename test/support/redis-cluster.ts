import { Cluster, type ClusterOptions, Redis } from 'ioredis';
import { freePort } from './free-port.js';
import { OwnRedis } from './own-redis.js';
import { until } from './until.js';

const SLOTS = 16_384;

/** A cluster for one test, in which each node has an equal share of the slots. */
export class OwnCluster {
  private readonly clients: Cluster[] = [];
  readonly client: Cluster;

  private constructor(readonly nodes: readonly OwnRedis[]) {
    this.client = this.connect();
  }

  /** @param size - the number of nodes; even one refuses commands on keys in different slots */
  static async start(size = 1): Promise<OwnCluster> {
    const nodes: OwnRedis[] = [];
    const administrators: Redis[] = [];
    try {
      for (let nth = 0; nth < size; nth += 1) nodes.push(await startNode());
      for (const { url } of nodes) administrators.push(new Redis(url));
      await join(administrators, nodes);
    } catch (error) {
      for (const node of nodes) await node.remove();
      throw error;
    } finally {
      for (const administrator of administrators) administrator.disconnect();
    }
    return new OwnCluster(nodes);
  }

  /** Returns another client, which {@link remove} closes. */
  connect(options: ClusterOptions = {}): Cluster {
    const addresses = this.nodes.map(({ address }) => address);
    const client = new Cluster(addresses, options);
    this.clients.push(client);
    return client;
  }

  slotOf(key: string): Promise<number> {
    return this.client.cluster('KEYSLOT', key);
  }

  /** Begins to move the slot of a key to another node, which stores new keys from now on. */
  async beginToMove(key: string): Promise<OwnRedis> {
    const slot = await this.slotOf(key);
    const from = Math.floor(slot / shareOf(this.nodes.length));
    const [source, target] = [this.nodes[from], this.nodes[(from + 1) % this.nodes.length]];
    if (!source || !target) throw new Error('the cluster has no such node');
    const id = async (node: OwnRedis) => String(await node.ask('CLUSTER', 'MYID'));
    await target.ask('CLUSTER', 'SETSLOT', slot, 'IMPORTING', await id(source));
    await source.ask('CLUSTER', 'SETSLOT', slot, 'MIGRATING', await id(target));
    return target;
  }

  async remove(): Promise<void> {
    for (const client of this.clients) client.disconnect();
    for (const node of this.nodes) await node.remove();
  }
}

function shareOf(size: number): number {
  return Math.ceil(SLOTS / size);
}

async function startNode(): Promise<OwnRedis> {
  const busPort = `${await freePort()}`; // the default, the other port plus 10,000, can be too high
  const bus = ['--cluster-announce-ip', '127.0.0.1', '--cluster-port', busPort];
  return OwnRedis.start('--cluster-enabled', 'yes', ...bus);
}

async function join(administrators: readonly Redis[], nodes: readonly OwnRedis[]): Promise<void> {
  const [first] = administrators;
  const share = shareOf(nodes.length);
  for (const [nth, administrator] of administrators.entries()) {
    const last = Math.min((nth + 1) * share, SLOTS) - 1;
    await administrator.cluster('ADDSLOTSRANGE', nth * share, last);
    await administrator.call('CLUSTER', 'SET-CONFIG-EPOCH', nth + 1);
    const [, bus] = (await administrator.config('GET', 'cluster-port')) as [string, string];
    const { host, port } = (nodes[nth] as OwnRedis).address;
    if (nth > 0) await first?.call('CLUSTER', 'MEET', host, port, bus);
  }
  await until('the cluster is up on every node', async () => {
    const states = await Promise.all(administrators.map((one) => one.cluster('INFO')));
    return states.every(
      (state) =>
        state.includes('cluster_state:ok') &&
        state.includes(`cluster_known_nodes:${nodes.length}\r`),
    );
  });
}
