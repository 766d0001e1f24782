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

/** How to set up and control a primary and its replica. */
export interface ReplicationKind {
  readonly name: OwnServerKind['name'];
  readonly primary: OwnServerKind;
  replicaOf(primary: URL): OwnServerKind;
  /** Statements for the running replica that make it follow the primary. */
  follow(primary: URL): readonly string[];
  /** Statements for the replica that make it apply changes after a delay. */
  lag(seconds: number): readonly string[];
  /** A file in the replica's folder with the statements that its clients sent. */
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
        '--log-disabled-statements=slave', // logs only those from clients
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

/** A primary and a replica for one test. */
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

  /** Creates an empty database on both servers; it is removed with them. */
  async createDatabase(): Promise<TestDatabase> {
    const database = await this.primary.createDatabase();
    const { href } = this.atReplica(database);
    await until('the replica has the database', () => canConnect(optionsAt(href)));
    return database;
  }

  /** Returns options with which TypeORM can read from the replica. */
  optionsOf(database: TestDatabase): DataSourceOptions {
    const slaves = [{ url: this.atReplica(database).href }];
    const retry = this.kind.name === 'MariaDB' ? { restoreNodeTimeout: 500 } : {};
    const replication = { master: { url: database.url }, slaves, ...retry };
    return { ...database.options, url: undefined, replication } as DataSourceOptions;
  }

  /** Waits until the replica has received all changes, applied or not. PostgreSQL only. */
  async untilReceived(): Promise<void> {
    await until('the replica has received everything', async () => {
      const behind = await this.primary.query(
        'SELECT FROM pg_stat_replication WHERE flush_lsn < pg_current_wal_lsn()',
      );
      return behind.length === 0;
    });
  }

  /** Disconnects the replica, which receives nothing from now on. PostgreSQL only. */
  async part(): Promise<void> {
    await this.replica.query(`ALTER SYSTEM SET primary_conninfo = ''`);
    await this.replica.query('SELECT pg_reload_conf()');
    await until('the replica is gone', async () => {
      return (await this.primary.query('SELECT FROM pg_stat_replication')).length === 0;
    });
  }

  /** Sets the replica's delay from now on. */
  async lag(seconds: number): Promise<void> {
    for (const statement of this.kind.lag(seconds)) await this.replica.query(statement);
  }

  /** Returns every statement that clients have sent to the replica. */
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
