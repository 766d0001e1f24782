import { createHash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { aSession, aUser, anAccount, runAdapterContract } from '@authnest/testing';
import { Column, DataSource, DeleteDateColumn, Entity } from 'typeorm';
import type { Logger } from 'typeorm';
import {
  authEntities,
  authMigrations,
  AuthUser,
  StoreError,
  TypeOrmAdapter,
  type AuthEntities,
  type AuthEntitiesOptions,
  type MigrationClass,
} from './index.js';

interface Overrides {
  database?: string;
  entities?: AuthEntities;
  migrations?: MigrationClass[];
  logger?: Logger;
  logging?: boolean;
}

const opened: DataSource[] = [];

async function open(overrides: Overrides = {}): Promise<DataSource> {
  const dataSource = new DataSource({
    type: 'better-sqlite3',
    database: ':memory:',
    entities: authEntities(),
    migrations: authMigrations(),
    ...overrides,
  });
  await dataSource.initialize();
  await dataSource.runMigrations();
  opened.push(dataSource);
  return dataSource;
}

afterEach(async () => {
  for (const dataSource of opened.splice(0)) {
    if (dataSource.isInitialized) await dataSource.destroy();
  }
});

runAdapterContract({
  name: 'TypeOrmAdapter on SQLite',
  createAdapter: async () => {
    const dataSource = await open();
    opened.splice(0);
    return { adapter: new TypeOrmAdapter(dataSource), close: () => dataSource.destroy() };
  },
});

/** Records the statements that reach the database. */
class Recorder implements Logger {
  readonly statements: string[] = [];
  logQuery(query: string): void {
    this.statements.push(query);
  }
  logQueryError(): void {}
  logQuerySlow(): void {}
  logSchemaBuild(): void {}
  logMigration(): void {}
  log(): void {}
}

class Address {
  @Column({ type: 'varchar', nullable: true })
  city!: string | null;
}

@Entity('members')
class Member extends AuthUser {
  @Column({ type: 'varchar', default: 'member' })
  role!: string;

  @Column({ type: 'simple-json', nullable: true })
  tags!: string[] | null;

  @Column({ type: 'varchar', nullable: true, select: false })
  passwordHash!: string | null;

  @Column(() => Address)
  address!: Address;

  @DeleteDateColumn()
  deletedAt!: Date | null;
}

async function openWithMembers(options: AuthEntitiesOptions = {}) {
  const entities = authEntities({ user: Member, ...options });
  const dataSource = new DataSource({ type: 'better-sqlite3', database: ':memory:', entities });
  await dataSource.initialize();
  await dataSource.synchronize();
  opened.push(dataSource);
  return { dataSource, adapter: new TypeOrmAdapter(dataSource) };
}

describe('statements', () => {
  it('getSessionAndUser sends one SELECT, and updateSession one UPDATE', async () => {
    const logger = new Recorder();
    const adapter = new TypeOrmAdapter(await open({ logger, logging: true }));
    const { id: userId } = await adapter.createUser(aUser());
    const { sessionToken } = await adapter.createSession(aSession({ userId }));

    logger.statements.length = 0;
    await adapter.getSessionAndUser(sessionToken);
    expect(logger.statements).toEqual([expect.stringMatching(/^SELECT .* INNER JOIN /)]);

    logger.statements.length = 0;
    await adapter.updateSession({ sessionToken, expires: new Date() });
    expect(logger.statements).toEqual([expect.stringMatching(/^UPDATE /)]);
  });

  it('sends no query for a look-up that no row can match', async () => {
    const logger = new Recorder();
    const adapter = new TypeOrmAdapter(await open({ logger, logging: true }));

    logger.statements.length = 0;
    await adapter.getSessionAndUser('');
    await adapter.getUser('a\0b');

    expect(logger.statements).toEqual([]);
  });

  it('uses an index for every look-up', async () => {
    const logger = new Recorder();
    const dataSource = await open({ logger, logging: true });
    const adapter = new TypeOrmAdapter(dataSource);
    // Looks for addresses with capital letters, once an hour.
    await adapter.getUserByEmail('x');
    logger.statements.length = 0;
    await adapter.getSessionAndUser('x');
    await adapter.getUserByAccount({ provider: 'x', providerAccountId: 'x' });
    await adapter.getUserByEmail('x');
    await adapter.useVerificationToken({ identifier: 'x', token: 'x' });
    await adapter.getAuthenticator('x');
    await adapter.listAuthenticatorsByUserId('x');
    await adapter.listAccountsByUserId('x');

    const selects = [...logger.statements];
    expect(selects).toHaveLength(7);
    for (const select of selects) {
      const parameters = select
        .split('?')
        .slice(1)
        .map(() => 'x');
      const plan: { detail: string }[] = await dataSource.query(
        `EXPLAIN QUERY PLAN ${select}`,
        parameters,
      );
      expect(plan.map(({ detail }) => detail).join()).not.toMatch(/SCAN/);
    }
  });
});

describe('additional columns', () => {
  it('are returned by every look-up, converted by type, embedded columns included', async () => {
    const { dataSource, adapter } = await openWithMembers();
    const own = { role: 'admin', tags: ['a', 'b'], address: { city: 'Oslo' } };
    const created = await adapter.createUser({ ...aUser(), ...own } as never);
    const { sessionToken } = await adapter.createSession(aSession({ userId: created.id }));

    expect(created).toMatchObject(own);
    expect(await adapter.getUser(created.id)).toEqual(created);
    expect((await adapter.getSessionAndUser(sessionToken))?.user).toEqual(created);
    expect(await dataSource.getRepository(Member).findOneBy({ id: created.id })).toMatchObject(own);
  });

  it('get their default values', async () => {
    const { adapter } = await openWithMembers();

    expect(await adapter.createUser(aUser())).toMatchObject({ role: 'member', tags: null });
  });

  it('stay hidden if declared with `select: false`', async () => {
    const { dataSource, adapter } = await openWithMembers();
    const { id } = await adapter.createUser(aUser());
    await dataSource.getRepository(Member).update(id, { passwordHash: 'secret' });

    expect(await adapter.getUser(id)).not.toHaveProperty('passwordHash');
  });

  it('do not include properties without a column', async () => {
    const adapter = new TypeOrmAdapter(await open());

    const created = await adapter.createUser({ ...aUser(), shoeSize: 46 } as never);

    expect(created).not.toHaveProperty('shoeSize');
  });

  it('hide a soft-deleted user if one is a @DeleteDateColumn', async () => {
    const { dataSource, adapter } = await openWithMembers();
    const user = await adapter.createUser(aUser());
    const { sessionToken } = await adapter.createSession(aSession({ userId: user.id }));

    await dataSource.getRepository(Member).softDelete(user.id);

    expect(await adapter.getUser(user.id)).toBeNull();
    expect(await adapter.getUserByEmail(user.email)).toBeNull();
    expect(await adapter.getSessionAndUser(sessionToken)).toBeNull();
  });

  it('are loaded through the TypeORM relation from a session to its user', async () => {
    const { dataSource, adapter } = await openWithMembers();
    const { id: userId } = await adapter.createUser(aUser());
    await adapter.createSession(aSession({ userId }));
    const { session } = authEntities({ user: Member });

    expect(dataSource.hasMetadata(session)).toBe(false);
    const [metadata] = dataSource.entityMetadatas.filter(
      ({ tableName }) => tableName === 'sessions',
    );
    const found = await dataSource
      .getRepository(metadata?.target ?? '')
      .findOne({ where: { userId }, relations: { user: true } });
    expect(found).toMatchObject({ user: { id: userId, role: 'member' } });
  });
});

describe('ids', () => {
  it('keeps a given UUID, and replaces any other id with a new UUID', async () => {
    const adapter = new TypeOrmAdapter(await open());
    const given = aUser();

    expect((await adapter.createUser(given)).id).toBe(given.id);
    expect((await adapter.createUser(aUser({ id: 'admin' }))).id).toMatch(/^[0-9a-f-]{36}$/);
  });

  it('returns integer ids as strings, and finds them only in their canonical form', async () => {
    const options = { id: 'bigint' } as const;
    const adapter = new TypeOrmAdapter(
      await open({ entities: authEntities(options), migrations: authMigrations(options) }),
    );
    const { id } = await adapter.createUser(aUser());
    const session = await adapter.createSession(aSession({ userId: id }));

    expect(id).toBe('1');
    expect((await adapter.getSessionAndUser(session.sessionToken))?.session.userId).toBe('1');
    for (const other of ['01', '1.0', '1e0', ' 1', '-1', '9'.repeat(30)]) {
      expect(await adapter.getUser(other)).toBeNull();
    }
  });
});

describe('values', () => {
  it('stores an empty email address as null', async () => {
    const dataSource = await open();
    await new TypeOrmAdapter(dataSource).createUser(aUser({ email: '' }));

    expect(await dataSource.query('SELECT email FROM users')).toEqual([{ email: null }]);
  });

  it('rejects an invalid date', async () => {
    const adapter = new TypeOrmAdapter(await open());
    const { id: userId } = await adapter.createUser(aUser());
    const session = aSession({ userId, expires: new Date(Number.NaN) });

    await expect(adapter.createSession(session)).rejects.toThrow('`expires` is an invalid date');
  });

  it.each([-1, 1.5, 2 ** 32, Number.NaN])('rejects the counter %s', async (counter) => {
    const adapter = new TypeOrmAdapter(await open());

    await expect(adapter.updateAuthenticatorCounter('a', counter)).rejects.toThrow('32-bit');
  });

  it('leaves tokens that a provider did not return out of an account', async () => {
    const adapter = new TypeOrmAdapter(await open());
    const { id: userId } = await adapter.createUser(aUser());
    const { type, provider, providerAccountId } = anAccount();
    await adapter.linkAccount({ type, provider, providerAccountId, userId });

    const found = await adapter.getAccount(providerAccountId, provider);

    expect(found).toEqual({
      id: expect.any(String),
      type,
      provider,
      providerAccountId,
      userId,
    });
  });

  it('stores a session state that is not a string as JSON', async () => {
    const adapter = new TypeOrmAdapter(await open());
    const { id: userId } = await adapter.createUser(aUser());
    const account = anAccount({ userId, session_state: { a: 1 } });
    await adapter.linkAccount(account);

    const found = await adapter.getAccount(account.providerAccountId, account.provider);

    expect(found?.session_state).toBe('{"a":1}');
  });
});

describe('values that were spent', () => {
  it('are not returned as verification tokens, not even for their own identifier', async () => {
    const adapter = new TypeOrmAdapter(await open());
    const value = { key: 'a', expires: new Date(Date.now() + 3_600_000) };
    expect(await adapter.spendOnce(value)).toBe(true);

    const token = createHash('sha256').update('a').digest('hex');
    expect(await adapter.useVerificationToken({ identifier: 'spent', token })).toBeNull();
    expect(await adapter.deleteVerificationTokensByIdentifier('spent')).toBe(0);

    expect(await adapter.spendOnce(value)).toBe(false);
  });
});

describe('errors', () => {
  it('name the statement and the code, and contain no values', async () => {
    const adapter = new TypeOrmAdapter(await open());
    const { email } = await adapter.createUser(aUser());

    const error: unknown = await adapter.createUser(aUser({ email })).catch((e: unknown) => e);

    expect(error).toBeInstanceOf(StoreError);
    expect(error).toMatchObject({
      message: 'insert into users failed (SQLITE_CONSTRAINT_UNIQUE)',
      code: 'SQLITE_CONSTRAINT_UNIQUE',
    });
    const everything = JSON.stringify(error, Object.getOwnPropertyNames(error));
    expect(everything).not.toContain(email);
  });

  it('name the entities to add to a DataSource without them', async () => {
    const dataSource = new DataSource({ type: 'better-sqlite3', database: ':memory:' });
    await dataSource.initialize();
    opened.push(dataSource);

    expect(() => new TypeOrmAdapter(dataSource)).toThrow(
      'add `...authEntities()` to its `entities`',
    );
  });

  it('explain how to choose if a DataSource has two sets of entities', async () => {
    const entities = [...authEntities(), ...authEntities({ prefix: 'other_' })];
    const dataSource = new DataSource({ type: 'better-sqlite3', database: ':memory:', entities });
    await dataSource.initialize();
    opened.push(dataSource);

    expect(() => new TypeOrmAdapter(dataSource)).toThrow('2 user entities; name the ones to use');
    expect(() => new TypeOrmAdapter(dataSource, authEntities())).not.toThrow();
  });

  it('report that a DataSource is not initialized, until it is', async () => {
    const dataSource = await open();
    await dataSource.destroy();
    const adapter = new TypeOrmAdapter(dataSource);

    await expect(adapter.getUser('a')).rejects.toThrow('not initialized');
    await dataSource.initialize();
    await dataSource.runMigrations();
    expect(await adapter.getUser('a')).toBeNull();
  });

  it('report a session class that belongs to another user class', () => {
    class OwnSession extends authEntities({ prefix: 'own_' }).session {}
    class Other extends AuthUser {}

    expect(() => authEntities({ user: Other, session: OwnSession })).toThrow(
      '`user` of OwnSession refers to AuthUserEntity instead of Other',
    );
  });
});

describe('DataSources', () => {
  it('do not share users', async () => {
    const [one, two] = [new TypeOrmAdapter(await open()), new TypeOrmAdapter(await open())];
    const user = await one.createUser(aUser());

    expect(await one.getUser(user.id)).toEqual(user);
    expect(await two.getUser(user.id)).toBeNull();
  });

  it('keep the rows of a database file after a restart', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'authnest-'));
    const database = join(directory, 'test.sqlite');
    try {
      const first = await open({ database });
      const user = await new TypeOrmAdapter(first).createUser(aUser());
      await first.destroy();

      const second = await open({ database });
      expect(await new TypeOrmAdapter(second).getUser(user.id)).toEqual(user);
      await second.destroy();
    } finally {
      await rm(directory, { recursive: true });
    }
  });
});
