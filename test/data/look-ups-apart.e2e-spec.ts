import { AsyncLocalStorage } from 'node:async_hooks';
import type { AdapterSession } from '@authnest/core';
import { aSession, aUser } from '@authnest/testing';
import { authEntities, authMigrations, AuthUser, TypeOrmAdapter } from '@authnest/typeorm';
import { Column, DataSource, type DataSourceOptions, Entity } from 'typeorm';
import {
  databaseServers,
  type DatabaseServer,
  openMigrated,
  optionsAt,
  runOn,
  type TestDatabase,
  withPool,
} from '../support/databases.js';
import { describeWith } from '../support/services.js';
import { StatementRecorder } from '../support/statement-recorder.js';

const [, postgres, mariadb] = (await databaseServers()) as [
  DatabaseServer,
  DatabaseServer,
  DatabaseServer,
];

@Entity('users')
class Person extends AuthUser {
  @Column({ type: 'json', nullable: true })
  roles?: { list: string[] };
}

interface PgClient {
  query(sql: string): Promise<unknown>;
}

interface PgPool {
  on(event: 'acquire', listener: (client: PgClient) => void): void;
  connect(...args: unknown[]): Promise<PgClient>;
}

const poolOf = (dataSource: DataSource): PgPool =>
  Reflect.get(dataSource.driver, 'master') as PgPool;

async function newSession(adapter: TypeOrmAdapter): Promise<AdapterSession> {
  const { id: userId } = await adapter.createUser(aUser());
  return adapter.createSession(aSession({ userId }));
}

describeWith(postgres, 'look-ups of several tenants on PostgreSQL', () => {
  const tenant = new AsyncLocalStorage<string>();
  let database: TestDatabase;
  let dataSource: DataSource;
  let adapter: TypeOrmAdapter;
  const sessions = new Map<string, AdapterSession>();

  beforeAll(async () => {
    database = await postgres.create();
    for (const schema of ['acme', 'beta']) {
      await runOn(new URL(database.url), `CREATE SCHEMA ${schema}`);
      const own = await openMigrated({ ...database.options, schema } as DataSourceOptions);
      sessions.set(schema, await newSession(new TypeOrmAdapter(own)));
      await own.destroy();
    }
    dataSource = await new DataSource(withPool(database.options, 4)).initialize();
    adapter = new TypeOrmAdapter(dataSource);
  });
  afterAll(async () => {
    await dataSource.destroy();
    await database.drop();
  });

  /** Looks up each tenant's session as both tenants, all in one turn. */
  async function found(): Promise<string[]> {
    const asked = ['acme', 'beta'].flatMap((at) =>
      ['beta', 'acme'].map(async (of) => {
        const token = sessions.get(of)?.sessionToken ?? '';
        const row = await tenant.run(at, () => adapter.getSessionAndUser(token));
        return row ? [`${of} at ${at}`] : [];
      }),
    );
    return (await Promise.all(asked)).flat();
  }

  it.each([
    [
      'a listener of the pool',
      () =>
        poolOf(dataSource).on('acquire', (client) => {
          void client.query(`SET search_path = ${tenant.getStore() ?? 'acme'}`);
        }),
    ],
  ])('read in the context of their own requests, set by %s (ID6, DT4)', async (_, prepare) => {
    prepare();

    for (let round = 0; round < 50; round += 1) {
      expect(await found()).toEqual(['acme at acme', 'beta at beta']);
    }
  });
});

describeWith(postgres, 'look-ups that the application separates', () => {
  it('are each a statement of their own (ID6)', async () => {
    const database = await postgres.create();
    const logger = new StatementRecorder();
    const dataSource = await openMigrated({ ...database.options, logger, logging: true });
    const adapter = new TypeOrmAdapter(dataSource, undefined, { joinLookUps: false });
    const { sessionToken } = await newSession(adapter);

    const statements = await logger.during(async () => {
      await Promise.all([1, 2, 3].map(() => adapter.getSessionAndUser(sessionToken)));
    });

    expect(statements).toHaveLength(3);
    await dataSource.destroy();
    await database.drop();
  });
});

describeWith(postgres, 'look-ups in a database that cannot store every character', () => {
  it('return their rows beside one that it cannot read (ID14, DT10)', async () => {
    const name = `authnest_latin_${process.pid}`;
    const base = await postgres.create();
    const options = `ENCODING 'LATIN1' LC_COLLATE 'C' LC_CTYPE 'C' TEMPLATE template0`;
    await runOn(new URL(base.url), `CREATE DATABASE ${name} ${options}`);
    const url = new URL(base.url);
    url.pathname = `/${name}`;
    const dataSource = await openMigrated(optionsAt(url.href));
    const adapter = new TypeOrmAdapter(dataSource);
    const { sessionToken } = await newSession(adapter);

    const found = await Promise.allSettled(
      [sessionToken, '\u{1F600}', sessionToken].map((token) => adapter.getSessionAndUser(token)),
    );

    expect(
      found.map((one) => one.status === 'fulfilled' && one.value?.session.sessionToken),
    ).toEqual([sessionToken, false, sessionToken]);
    await dataSource.destroy();
    await runOn(new URL(base.url), `DROP DATABASE ${name}`);
    await base.drop();
  });
});

describeWith(mariadb, 'look-ups in a table that cannot store every character', () => {
  it('return their rows beside one that it cannot read (ID14, DT10)', async () => {
    const database = await mariadb.create();
    const dataSource = await openMigrated(database.options);
    await dataSource.query(
      'ALTER TABLE sessions MODIFY sessionToken varchar(255) CHARACTER SET latin1 COLLATE latin1_bin NOT NULL',
    );
    const adapter = new TypeOrmAdapter(dataSource);
    const { sessionToken } = await newSession(adapter);

    const found = await Promise.allSettled(
      [sessionToken, '\u{1F600}', sessionToken].map((token) => adapter.getSessionAndUser(token)),
    );

    expect(found[0]).toMatchObject({ value: { session: { sessionToken } } });
    expect(found[2]).toMatchObject({ value: { session: { sessionToken } } });
    await dataSource.destroy();
    await database.drop();
  });
});

for (const server of [postgres, mariadb]) {
  describeWith(server, `users with nested values on ${server.name}`, () => {
    it('share none of them between look-ups in one turn (ID15)', async () => {
      const database = await server.create();
      const entities = authEntities({ user: Person });
      const dataSource = await openMigrated({
        ...database.options,
        entities: [...entities],
        migrations: [...authMigrations()],
      });
      await dataSource.query('ALTER TABLE users ADD COLUMN roles json');
      const adapter = new TypeOrmAdapter(dataSource, entities);
      const { sessionToken, userId } = await newSession(adapter);
      await dataSource
        .getRepository(Person)
        .update({ id: userId }, { roles: { list: ['reader'] } });

      const rows = await Promise.all([1, 2, 3].map(() => adapter.getSessionAndUser(sessionToken)));
      const [first, ...others] = rows.map((row) => row?.user as unknown as Person);
      first?.roles?.list.push('admin');

      for (const other of others) expect(other?.roles).toEqual({ list: ['reader'] });
      expect(others).toHaveLength(2);
      await dataSource.destroy();
      await database.drop();
    });
  });
}
