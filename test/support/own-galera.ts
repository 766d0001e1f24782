import { existsSync } from 'node:fs';
import { spawnSync } from 'node:child_process';
import { optionsAt, type TestDatabase } from './databases.js';
import { freePort } from './free-port.js';
import { OwnServer } from './own-server.js';
import { ownMariadb, type OwnServerKind, withOptions } from './own-server-kinds.js';
import type { Service } from './services.js';

const PROVIDER = '/usr/lib/galera/libgalera_smm.so';

/** The library that a cluster needs in addition to MariaDB. */
export const galera: Service = {
  name: 'Galera',
  problem: ownMariadb.problem ?? problemOfGalera(),
};

function problemOfGalera(): string | undefined {
  if (!existsSync(PROVIDER))
    return `${PROVIDER} is missing: install it (apt-get install galera-4).`;
  const { error } = spawnSync('rsync', ['--version']);
  return error && 'rsync is missing: install it (apt-get install rsync).';
}

/** Additional ports of a node; with the default ports, nodes on one address would collide. */
interface Ports {
  readonly group: number;
  readonly incremental: number;
  readonly full: number;
}

/** A cluster for one test, with three nodes that all accept writes. */
export class OwnGalera {
  private constructor(readonly nodes: readonly OwnServer[]) {}

  /** @param options - command-line options for each node */
  static async start(...options: readonly string[]): Promise<OwnGalera> {
    const ports = [await portsOf(), await portsOf(), await portsOf()];
    const members = ports.map(({ group }) => `127.0.0.1:${group}`).join();
    const nodes: OwnServer[] = [];
    try {
      for (const own of ports) {
        const kind = nodeKind(own, members, options);
        nodes.push(await OwnServer.start(nodes.length === 0 ? founding(kind) : joining(kind)));
      }
    } catch (error) {
      for (const node of nodes) await node.remove();
      throw error;
    }
    return new OwnGalera(nodes);
  }

  /** Creates an empty database on every node; it is removed with the cluster. */
  async createDatabase(): Promise<readonly TestDatabase[]> {
    const [first, ...others] = this.nodes;
    if (!first) throw new Error('the cluster has no node');
    const database = await first.createDatabase();
    return [database, ...others.map((node) => sameAt(node, database))];
  }

  async remove(): Promise<void> {
    for (const node of this.nodes) await node.remove();
  }
}

function sameAt(node: OwnServer, { url, drop }: TestDatabase): TestDatabase {
  const own = node.url;
  own.pathname = new URL(url).pathname;
  return { url: own.href, options: optionsAt(own.href), drop };
}

async function portsOf(): Promise<Ports> {
  return { group: await freePort(), incremental: await freePort(), full: await freePort() };
}

function nodeKind(
  { group, incremental, full }: Ports,
  members: string,
  options: readonly string[],
): OwnServerKind {
  const provider = {
    base_host: '127.0.0.1',
    base_port: group,
    'gmcast.listen_addr': `tcp://127.0.0.1:${group}`,
    'ist.recv_addr': `127.0.0.1:${incremental}`,
    'ist.recv_bind': `127.0.0.1:${incremental}`,
    'gcache.size': '16M',
    'gcache.page_size': '16M',
    // The cluster drops a killed node after two seconds instead of five.
    'evs.suspect_timeout': 'PT2S',
    'evs.inactive_timeout': 'PT4S',
    'evs.keepalive_period': 'PT0.5S',
    'evs.inactive_check_period': 'PT0.25S',
  };
  const settings = Object.entries(provider).map(([name, value]) => `${name}=${value}`);
  return withOptions(ownMariadb, () => [
    '--wsrep-on=ON',
    `--wsrep-provider=${PROVIDER}`,
    `--wsrep-cluster-address=gcomm://${members}`,
    `--wsrep-node-address=127.0.0.1:${group}`,
    '--wsrep-sst-method=rsync',
    `--wsrep-sst-receive-address=127.0.0.1:${full}`,
    `--wsrep-provider-options=${settings.join(';')}`,
    '--binlog-format=ROW',
    '--innodb-autoinc-lock-mode=2',
    '--innodb-flush-log-at-trx-commit=2',
    ...options,
  ]);
}

/** Makes the first start found the cluster, and later starts join it. */
function founding(kind: OwnServerKind): OwnServerKind {
  let starts = 0;
  return {
    ...kind,
    serve: (folder, port) => {
      starts += 1;
      return [...kind.serve(folder, port), ...(starts === 1 ? ['--wsrep-new-cluster'] : [])];
    },
  };
}

/** Skips the installation, because a joining node receives its data from the others. */
function joining(kind: OwnServerKind): OwnServerKind {
  return { ...kind, install: () => ['true'] };
}
