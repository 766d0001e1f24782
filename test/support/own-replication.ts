import { DataSource, type DataSourceOptions } from 'typeorm';
import { optionsAt, type TestDatabase } from './databases.js';
import { OwnServer } from './own-server.js';
import {
  ownMariadb,
  ownPostgres,
  type OwnServerKind,
  postgresProgram,
  withOptions,
} from './own-server-kinds.js';
import { until } from './until.js';

/** How a primary and its replica are made and switched. */
export interface ReplicationKind {
  readonly name: OwnServerKind['name'];
  readonly primary: OwnServerKind;
  replicaOf(primary: URL): OwnServerKind;
  /** Run on the replica when it is up, so that it follows. */
  follow(primary: URL): readonly string[];
  /** Run on the replica: it applies what it receives so much later. */
  lag(seconds: number): readonly string[];
  /** A file of the replica's folder with the statements that its clients sent. */
  readonly statements: string;
}

export const replicationKinds = [
  {
    name: 'PostgreSQL',
    primary: ownPostgres,
    replicaOf: (primary) => ({
      ...withOptions(ownPostgres, () => ['-c', 'log_statement=all']),
      install: (folder) => [
        postgresProgram('pg_basebackup'),
        '-d',
        primary.href,
        '-D',
        `${folder}/data`,
        ...STREAM,
      ],
    }),
    follow: () => [],
    lag: (seconds) => [
      `ALTER SYSTEM SET recovery_min_apply_delay = '${seconds}s'`,
      'SELECT pg_reload_conf()',
    ],
    statements: 'log',
  },
  {
    name: 'MariaDB',
    primary: withOptions(ownMariadb, () => ['--server-id=1', '--log-bin']),
    replicaOf: () =>
      withOptions(ownMariadb, (folder) => [
        '--server-id=2',
        '--read-only',
        '--general-log',
        `--general-log-file=${folder}/statements`,
        '--log-disabled-statements=slave', // only of clients
      ]),
    follow: ({ hostname, port }) => [
      `CHANGE MASTER TO MASTER_HOST = '${hostname}', MASTER_PORT = ${port}, MASTER_USER = 'root',
         MASTER_USE_GTID = slave_pos, MASTER_CONNECT_RETRY = 1`,
      'START SLAVE',
    ],
    lag: (seconds) => ['STOP SLAVE', `CHANGE MASTER TO MASTER_DELAY = ${seconds}`, 'START SLAVE'],
    statements: 'statements',
  },
] as const satisfies readonly ReplicationKind[];

const STREAM = ['-X', 'stream', '-R', '-C', '-S', 'replica', '-c', 'fast', '--no-sync'];

/** A primary and a replica of a test's own. */
export class OwnReplication {
  private constructor(
    private readonly kind: ReplicationKind,
    readonly primary: OwnServer,
    readonly replica: OwnServer,
  ) {}

  static async start(kind: ReplicationKind): Promise<OwnReplication> {
    const primary = await OwnServer.start(kind.primary);
    try {
      const replica = await OwnServer.start(kind.replicaOf(primary.url));
      for (const statement of kind.follow(primary.url)) await replica.query(statement);
      return new OwnReplication(kind, primary, replica);
    } catch (error) {
      await primary.remove();
      throw error;
    }
  }

  /** A new empty database on both; it goes with the servers. */
  async createDatabase(): Promise<TestDatabase> {
    const database = await this.primary.createDatabase();
    const { href } = this.atReplica(database);
    await until('the replica has the database', () => canConnect(optionsAt(href)));
    return database;
  }

  /** Reads go to the replica where TypeORM chooses. */
  optionsOf(database: TestDatabase): DataSourceOptions {
    const slaves = [{ url: this.atReplica(database).href }];
    const retry = this.kind.name === 'MariaDB' ? { restoreNodeTimeout: 500 } : {};
    const replication = { master: { url: database.url }, slaves, ...retry };
    return { ...database.options, url: undefined, replication } as DataSourceOptions;
  }

  /** Waits until the replica has received what is stored, whether it has applied it or not. PostgreSQL only. */
  async untilReceived(): Promise<void> {
    await until('the replica has received everything', async () => {
      const behind = await this.primary.query(
        'SELECT FROM pg_stat_replication WHERE flush_lsn < pg_current_wal_lsn()',
      );
      return behind.length === 0;
    });
  }

  /** The replica receives nothing from now on. PostgreSQL only. */
  async part(): Promise<void> {
    await this.replica.query(`ALTER SYSTEM SET primary_conninfo = ''`);
    await this.replica.query('SELECT pg_reload_conf()');
    await until('the replica is gone', async () => {
      return (await this.primary.query('SELECT FROM pg_stat_replication')).length === 0;
    });
  }

  /** From now on the replica is so far behind. */
  async lag(seconds: number): Promise<void> {
    for (const statement of this.kind.lag(seconds)) await this.replica.query(statement);
  }

  /** Everything that clients sent to the replica. */
  statementsAtReplica(): Promise<string> {
    return this.replica.read(this.kind.statements);
  }

  async remove(): Promise<void> {
    await this.replica.remove();
    await this.primary.remove();
  }

  private atReplica({ url }: TestDatabase): URL {
    const replica = this.replica.url;
    replica.pathname = new URL(url).pathname;
    return replica;
  }
}

async function canConnect(options: DataSourceOptions): Promise<boolean> {
  const dataSource = new DataSource({ ...options, entities: [] });
  return dataSource.initialize().then(
    async () => {
      await dataSource.destroy();
      return true;
    },
    () => false,
  );
}
