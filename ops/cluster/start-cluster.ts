import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DataSource } from 'typeorm';
import {
  type DemoAccount,
  startIdentityProvider,
  startMailInbox,
} from '../../apps/identity-provider/src/index.js';
import { dataSourceOptions } from '../../ormconfig.js';
import { DEPLOYED_NGINX } from '../../test/support/deployed-nginx.js';
import { EdgeProxy, type Kind } from '../../test/support/edge-proxy.js';
import { freePort } from '../../test/support/free-port.js';
import { OwnReplication, replicationKinds } from '../../test/support/own-replication.js';
import { ClusterRedis } from '../../test/support/redis-sentinels.js';
import type { Platform } from '../../test/support/platforms.js';
import { TcpProxy } from '../../test/support/tcp-proxy.js';
import { clientAt } from './client-at.js';
import { ExampleCopy } from './example-copy.js';
import { Parts } from './parts.js';

export interface ClusterOptions {
  /** The script that starts the example. */
  readonly script: string;
  /** The platform of each instance of the example. @default Express, Fastify, Express */
  readonly platforms?: readonly Platform[];
  /** The accounts of the identity provider. @default those of the example */
  readonly accounts?: readonly DemoAccount[];
  /** Whether clients set their address with `x-test-network`, so that one machine has many. */
  readonly clientsNameNetworks?: boolean;
  /** Receives a line for each part that has started. */
  readonly log?: (line: string) => void;
}

export type Cluster = Awaited<ReturnType<typeof startAll>> & {
  /** Stops everything, and removes all data. */
  close(): Promise<void>;
};

const THREE: readonly Platform[] = ['express', 'fastify', 'express'];

/**
 * Starts instances of the example behind nginx, with PostgreSQL and a replica, Redis with
 * sentinels, an identity provider and an inbox. All run on this machine, with separate data.
 */
export async function startCluster(options: ClusterOptions): Promise<Cluster> {
  const parts = new Parts();
  const close = (): Promise<void> => parts.end();
  try {
    return { ...(await startAll(parts, options)), close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function startAll(parts: Parts, options: ClusterOptions) {
  const { platforms = THREE, accounts, log = () => undefined } = options;
  const nginx = options.clientsNameNetworks ? naming(DEPLOYED_NGINX) : DEPLOYED_NGINX;
  const folder = await mkdtemp(join(tmpdir(), 'authnest-cluster-'));
  parts.add(() => rm(folder, { recursive: true, force: true }));
  const [postgres] = replicationKinds;
  const database = await OwnReplication.start(postgres);
  parts.add(() => database.remove());
  const tables = await database.createDatabase();
  await migrate(tables.url);
  const toDatabase = await TcpProxy.before(new URL(tables.url));
  parts.add(() => toDatabase.close());
  log(`PostgreSQL ${tables.url}, and a replica`);
  const redis = await ClusterRedis.start();
  parts.add(() => redis.remove());
  log(`Redis behind the sentinels ${redis.addresses.join(', ')}`);
  const inbox = await startMailInbox();
  parts.add(() => inbox.close());

  const ports = await Promise.all(platforms.map(() => freePort()));
  const urls = ports.map((port) => `http://127.0.0.1:${port}`);
  const balancer = await EdgeProxy.before(urls, nginx);
  parts.add(() => balancer.close());
  const client = clientAt(balancer.url);
  const provider = await startIdentityProvider({ clients: [client], accounts });
  parts.add(() => provider.close());
  const env = {
    PATH: process.env['PATH'],
    AUTH_URL: balancer.url,
    AUTH_SECRET: randomBytes(32).toString('base64url'),
    AUTH_DEMO_ISSUER: provider.issuer,
    AUTH_DEMO_ID: client.client_id,
    AUTH_DEMO_SECRET: client.client_secret,
    DATABASE_URL: toDatabase.urlOf(new URL(tables.url)),
    INBOX_URL: inbox.url,
    REDIS_REPLICAS: '1',
    REDIS_SENTINELS: redis.addresses.join(','),
    SMTP_URL: inbox.smtpUrl,
  };
  const copies = ports.map(
    (port, nth) =>
      new ExampleCopy(options.script, port, folder, { ...env, EXAMPLE_PLATFORM: platforms[nth] }),
  );
  for (const copy of copies) {
    parts.add(() => copy.process.end());
    await copy.process.start();
    log(`a copy of the example at ${copy.url}`);
  }
  return { url: balancer.url, provider, inbox, database, tables, toDatabase, redis, copies };
}

/** Runs the migrations before the instances start, since concurrent runs would conflict. */
async function migrate(url: string): Promise<void> {
  const dataSource = await new DataSource(dataSourceOptions({ DATABASE_URL: url })).initialize();
  await dataSource.runMigrations();
  await dataSource.destroy();
}

function naming(nginx: Kind): Kind {
  return {
    ...nginx,
    configuration: (...args) =>
      nginx.configuration(...args).replace('$remote_addr', '$http_x_test_network'),
  };
}
