import { randomBytes, randomUUID } from 'node:crypto';
import { aSession, aUser, anAccount } from '@authnest/testing';
import {
  type AuthEntities,
  AuthAccount,
  authEntities,
  AuthSession,
  AuthUser,
  TypeOrmAdapter,
} from '@authnest/typeorm';
import {
  BeforeInsert,
  ChildEntity,
  Column,
  DataSource,
  Entity,
  Index,
  JoinColumn,
  ManyToOne,
  PrimaryColumn,
  PrimaryGeneratedColumn,
  TableInheritance,
} from 'typeorm';
import {
  databaseServers,
  describeDatabases,
  type TestDatabase,
  withPool,
} from '../support/databases.js';

@Entity('users')
class ShortKey extends AuthUser {
  @PrimaryColumn({ type: 'varchar', length: 26 })
  declare id: string;

  @BeforeInsert()
  makeId(): void {
    this.id ??= randomBytes(13).toString('hex');
  }
}

@Entity('users')
class LongKey extends AuthUser {
  @PrimaryColumn({ type: 'varchar', length: 64 })
  declare id: string;
}

@Entity('users')
class CountedKey extends AuthUser {
  @PrimaryGeneratedColumn()
  declare id: string;
}

@Entity('users')
class UnsignedKey extends AuthUser {
  @PrimaryGeneratedColumn({ unsigned: true })
  declare id: string;
}

/** Strings of two letters for each one, as a key that is stored in binary form. */
const doubled = {
  to: (id: unknown) => (typeof id === 'string' ? id.replaceAll(/./g, '$&$&') : id),
  from: (id: unknown) => (typeof id === 'string' ? id.replaceAll(/(.)./g, '$1') : id),
};

/** A UUID as its 16 bytes. */
const asBytes = {
  to: (id: unknown) => (typeof id === 'string' ? Buffer.from(id.replaceAll('-', ''), 'hex') : id),
  from: (id: unknown) =>
    Buffer.isBuffer(id)
      ? id.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
      : id,
};

@Entity('users')
class ConvertedKey extends AuthUser {
  @PrimaryColumn({ type: 'varchar', length: 72, transformer: doubled })
  declare id: string;
}

@Entity('users')
class GeneratedKey extends AuthUser {
  @PrimaryGeneratedColumn('uuid')
  declare id: string;
}

@Entity('users')
@TableInheritance({ column: { type: 'varchar', name: 'kind' } })
class Kin extends AuthUser {}

@ChildEntity()
class Nephew extends Kin {}

@Entity('teams')
class Team {
  @PrimaryGeneratedColumn()
  id!: number;
}

@Entity('users')
class Eager extends AuthUser {
  @ManyToOne(() => Team, { eager: true, nullable: true })
  @JoinColumn()
  team!: Team | null;
}

@Entity('sessions')
class EagerSession extends AuthSession {
  @ManyToOne(() => Team, { eager: true, nullable: true })
  @JoinColumn()
  team!: Team | null;
}

@Entity('users')
class NobodysKey extends AuthUser {
  @PrimaryColumn({ type: 'varchar', length: 26 })
  declare id: string;
}

@Entity('sessions')
class NobodysSessionKey extends AuthSession {
  @PrimaryColumn({ type: 'varchar', length: 64 })
  declare id: string;
}

@Entity('users')
class Plain extends AuthUser {
  @Column({ type: 'varchar', length: 10, default: 'member' })
  role!: string;
}

@Entity('users')
@Index(['email'])
class Indexed extends AuthUser {}

@Entity('accounts')
class IndexedAccount extends AuthAccount {
  @Index()
  @Column({ type: 'varchar', length: 255 })
  declare providerAccountId: string;
}

@Entity('sessions')
class IndexedSession extends AuthSession {
  @Index()
  @Column({ type: 'varchar', length: 255 })
  declare sessionToken: string;
}

@Entity('sessions')
class ConvertedSessionKey extends AuthSession {
  @PrimaryColumn({ type: 'varchar', length: 72, transformer: doubled })
  declare id: string;

  @BeforeInsert()
  makeId(): void {
    this.id ??= randomUUID();
  }
}

@Entity('accounts')
class ConvertedAccountKey extends AuthAccount {
  @PrimaryColumn({ type: 'varchar', length: 72, transformer: doubled })
  declare id: string;

  @BeforeInsert()
  makeId(): void {
    this.id ??= randomUUID();
  }
}

const working: Readonly<Record<string, AuthEntities>> = {
  'a key of 26 characters that @BeforeInsert generates': authEntities({ user: ShortKey }),
  'a key of 64 characters': authEntities({ user: LongKey }),
  'a key that counts up': authEntities({ user: CountedKey }),
  'an unsigned key': authEntities({ user: UnsignedKey }),
  'a key with a transformer': authEntities({ user: ConvertedKey }),
  'keys of other tables with a transformer': authEntities({
    account: ConvertedAccountKey,
    session: ConvertedSessionKey,
  }),
  'a key that TypeORM generates': authEntities({ user: GeneratedKey }),
  'the table of an entity hierarchy': authEntities({ user: Kin }),
  'eager relations': authEntities({ user: Eager, session: EagerSession }),
  'an additional column': authEntities({ user: Plain }),
};

const refused: Readonly<Record<string, readonly [AuthEntities, RegExp, ...(typeof Kin)[]]>> = {
  'a user key of 26 characters that nothing generates': [
    authEntities({ user: NobodysKey }),
    /`id` of NobodysKey cannot store the UUID .*@BeforeInsert/,
  ],
  'a session key that nothing generates': [
    authEntities({ session: NobodysSessionKey }),
    /`id` of NobodysSessionKey gets no value in a new row; .*@PrimaryGeneratedColumn/,
  ],
  'one part of an entity hierarchy': [
    authEntities({ user: Nephew }),
    /Nephew is a @ChildEntity; pass the entity of the whole table/,
    Kin,
  ],
};

describeDatabases(await databaseServers(), (server) => {
  let database: TestDatabase;
  let dataSource: DataSource;

  beforeAll(async () => {
    database = await server.create();
  });
  afterEach(() => dataSource.destroy());
  afterAll(() => database.drop());

  /** Opens a DataSource with tables that are created for these entities only. */
  async function open(
    entities: AuthEntities,
    others: readonly (typeof Kin)[] = [],
    options = database.options,
  ): Promise<DataSource> {
    dataSource = new DataSource({
      ...options,
      entities: [...entities, Team, ...others],
      migrations: [],
    });
    await dataSource.initialize();
    await dataSource.synchronize(true);
    return dataSource;
  }

  /** Stores a user with everything, and finds, changes and erases each by its id. */
  async function expectFoundById(adapter: TypeOrmAdapter): Promise<void> {
    const session = aSession({ expires: new Date(Date.now() - 1000) });
    const account = anAccount();
    const user = await adapter.registerUser({ user: aUser(), account, session });
    const id = user?.id ?? '';

    expect(await adapter.getUser(id)).toEqual(user);
    expect(await Promise.all([id, id].map((one) => adapter.getUser(one)))).toEqual([user, user]);
    expect(await adapter.getUserByAccount(account)).toEqual(user);
    expect((await adapter.getSessionAndUser(session.sessionToken))?.session.userId).toBe(id);
    expect(await adapter.updateUser({ id, name: 'other' })).toMatchObject({ name: 'other' });
    expect(await adapter.listAccountsByUserId(id)).toHaveLength(1);
    const all = await adapter.listAccountsToReseal({ prefix: '-', limit: 9 });
    expect(all.filter(({ userId }) => userId === id)).toHaveLength(1);
    expect(await adapter.deleteExpired()).toMatchObject({ sessions: 1 });
    const { sessionToken } = await adapter.createSession(aSession({ userId: id }));
    expect(await adapter.deleteSession(sessionToken)).toMatchObject({ userId: id });
    await adapter.createSession(aSession({ userId: id }));
    expect(await adapter.deleteSessionsByUserId(id)).toBe(1);
    expect(await adapter.deleteUser(id)).toMatchObject({ id });
    expect(await adapter.getUserByAccount(account)).toBeNull();
  }

  it.each([
    { department: 'ü'.repeat(300) },
    { initial: 'ab' },
    { nickname: 'shadow' },
    { groups: Array.from({ length: 8000 }, String).map((n) => `group ${n}`) },
  ])('never truncates a value of an additional column', async (own) => {
    @Entity('users')
    class Extended extends AuthUser {
      @Column({ type: 'varchar', nullable: true })
      department!: string | null;

      @Column({ type: server.name === 'SQLite' ? 'character' : 'char', nullable: true })
      initial!: string | null;

      @Column({ type: 'varchar', length: 10, transformer: doubled, nullable: true })
      nickname!: string | null;

      @Column({ type: 'simple-json', nullable: true })
      groups!: string[] | null;
    }

    const options = withPool(database.options, 1);
    const source = await open(authEntities({ user: Extended }), [], options);
    // In this mode the server truncates, and only warns.
    if (server.name === 'MariaDB') await source.query("SET SESSION sql_mode = ''");
    const adapter = new TypeOrmAdapter(source);
    const user = { ...aUser(), ...own };

    const stored = await adapter.createUser(user).catch(() => null);

    expect(await adapter.getUserByEmail(user.email)).toEqual(
      stored && expect.objectContaining(own),
    );
  });

  if (server.name === 'MariaDB') {
    it('finds users and their sessions by unsigned keys above 2^31 (DT9)', async () => {
      const source = await open(working['an unsigned key'] ?? authEntities());
      await source.query('ALTER TABLE users AUTO_INCREMENT = 3000000000');
      const adapter = new TypeOrmAdapter(source);

      const { id: userId } = await adapter.createUser(aUser());
      await adapter.createSession(aSession({ userId }));

      expect(userId).toBe('3000000000');
      expect(await adapter.getUser(userId)).toMatchObject({ id: userId });
      expect(await adapter.deleteSessionsByUserId(userId)).toBe(1);
    });
  }

  it.each(Object.keys(working))('signs in, reads and erases with %s (Q10)', async (name) => {
    const adapter = new TypeOrmAdapter(await open(working[name] ?? authEntities()));
    const [account, session] = [anAccount(), aSession()];
    const user = await adapter.registerUser({ user: aUser(), account, session });
    const second = await adapter.createUser(aUser());
    const over = new Date(Date.now() - 1000);
    await adapter.createSession(aSession({ userId: second.id, expires: over }));

    expect(await adapter.getUserByAccount(account)).toEqual(user);
    expect((await adapter.getSessionAndUser(session.sessionToken))?.user).toEqual(user);
    expect(await adapter.updateUser({ id: second.id, name: 'other' })).toMatchObject({
      name: 'other',
    });
    expect(await adapter.deleteExpired(1)).toMatchObject({ sessions: 1 });
    expect(await adapter.listAccountsToReseal({ prefix: '-', limit: 2 })).toHaveLength(1);
    expect((await adapter.deleteUser(user?.id ?? ''))?.email).toBe(user?.email);
    expect(await adapter.getSessionAndUser(session.sessionToken)).toBeNull();
  });

  it('finds, changes and erases users and their rows by binary keys (DT9)', async () => {
    const binary = {
      SQLite: { type: 'blob' },
      PostgreSQL: { type: 'bytea' },
      MariaDB: { type: 'binary', length: 16 },
    } as const;

    @Entity('users')
    class BinaryKey extends AuthUser {
      @PrimaryColumn({ ...binary[server.name], transformer: asBytes })
      declare id: string;
    }

    @Entity('sessions')
    class BinarySession extends AuthSession {
      @PrimaryColumn({ ...binary[server.name], transformer: asBytes })
      declare id: string;

      @BeforeInsert()
      makeId(): void {
        this.id ??= randomUUID();
      }
    }

    const entities = authEntities({ user: BinaryKey, session: BinarySession });
    await expectFoundById(new TypeOrmAdapter(await open(entities), entities));
  });

  it('does not start if a binary key has no transformer (DT9)', async () => {
    const type = ({ SQLite: 'blob', PostgreSQL: 'bytea', MariaDB: 'varbinary' } as const)[
      server.name
    ];

    @Entity('users')
    class RawKey extends AuthUser {
      @PrimaryColumn({ type, ...(type === 'varbinary' && { length: 36 }) })
      declare id: string;

      @BeforeInsert()
      makeId(): void {
        Reflect.set(this, 'id', randomBytes(16));
      }
    }
    const entities = authEntities({ user: RawKey });
    const source = await open(entities);

    expect(() => new TypeOrmAdapter(source, entities)).toThrow(
      /`id` of RawKey is binary; give the column a `transformer`/,
    );
  });

  it('keeps users apart whose keys are above 2^53 (DT9)', async () => {
    let last = 9_007_199_254_740_992n;

    @Entity('users')
    class LargeKey extends AuthUser {
      @PrimaryColumn({ type: 'bigint' })
      declare id: string;

      @BeforeInsert()
      makeId(): void {
        this.id = `${(last += 1n)}`;
      }
    }

    const entities = authEntities({ user: LargeKey, id: 'bigint' });
    const source = await open(entities);
    const adapter = new TypeOrmAdapter(source, entities);
    const [first, second] = [await adapter.createUser(aUser()), await adapter.createUser(aUser())];
    expect([first.id, second.id]).toEqual(['9007199254740993', '9007199254740994']);
    const { sessionToken } = await adapter.createSession(aSession({ userId: first.id }));
    await adapter.createSession(aSession({ userId: second.id }));

    expect((await adapter.getSessionAndUser(sessionToken))?.user).toEqual(first);
    await source.transaction(async (manager) => {
      const within = adapter.within(manager);
      expect(await within.getUser(first.id)).toEqual(first);
      expect(await within.deleteUser(second.id)).toEqual(second);
    });
    await expectFoundById(adapter);
  });

  it('finds users by decimal keys beside malformed ones, which nobody has (DT28)', async () => {
    let last = 10;

    @Entity('users')
    class DecimalKey extends AuthUser {
      @PrimaryColumn({ type: 'decimal', precision: 20, scale: 0 })
      declare id: string;

      @BeforeInsert()
      makeId(): void {
        this.id = `${(last += 1)}`;
      }
    }

    const entities = authEntities({ user: DecimalKey });
    const adapter = new TypeOrmAdapter(await open(entities), entities);
    const user = await adapter.createUser(aUser());

    const ids = [user.id, 'a', '1e1', '-1', '0x0b', '11.0', ' 11', '1'.repeat(30)];
    const found = await Promise.all(ids.map((id) => adapter.getUser(id)));

    expect(found).toEqual([user, ...ids.slice(1).map(() => null)]);
  });

  it('finds users by integer keys beside larger ones, which nobody has (DT28)', async () => {
    const entities = authEntities({ id: 'int' });
    const adapter = new TypeOrmAdapter(await open(entities), entities);
    const user = await adapter.createUser(aUser());

    const ids = [user.id, `${2n ** 31n}`, `${2n ** 32n - 1n}`, `${2n ** 63n}`];
    const found = await Promise.all(ids.map((id) => adapter.getUser(id)));

    expect(found).toEqual([user, null, null, null]);
  });

  it('returns rows that the database counted above 2^53 (DT9)', async () => {
    const entities = authEntities({ id: 'bigint' });
    const source = await open(entities);
    const adapter = new TypeOrmAdapter(source, entities);
    await adapter.createUser(aUser());
    for (const table of ['users', 'sessions', 'accounts']) {
      await adapter.createSession(aSession({ userId: '1' }));
      await adapter.linkAccount(anAccount({ userId: '1' }));
      const countOn = {
        SQLite: `UPDATE sqlite_sequence SET seq = 9007199254740992 WHERE name = '${table}'`,
        PostgreSQL: `ALTER SEQUENCE ${table}_id_seq RESTART WITH 9007199254740993`,
        MariaDB: `ALTER TABLE ${table} AUTO_INCREMENT = 9007199254740993`,
      };
      await source.query(countOn[server.name]);
    }

    await expectFoundById(adapter);
    expect(await adapter.getUserByEmail('x@example.com')).toBeNull();
  });

  it('returns and refers to keys that are defaults of the database (Q10)', async () => {
    const anyKey = {
      SQLite: 'lower(hex(randomblob(16)))',
      PostgreSQL: "replace(CAST(gen_random_uuid() AS text), '-', '')",
      MariaDB: "replace(uuid(), '-', '')",
    }[server.name];

    @Entity('users')
    class DefaultKey extends AuthUser {
      @PrimaryColumn({ type: 'varchar', length: 32, default: () => `(${anyKey})` })
      declare id: string;
    }

    @Entity('sessions')
    class DefaultSessionKey extends AuthSession {
      @PrimaryColumn({ type: 'varchar', length: 32, default: () => `(${anyKey})` })
      declare id: string;
    }

    const entities = authEntities({ user: DefaultKey, session: DefaultSessionKey });
    const adapter = new TypeOrmAdapter(await open(entities), entities);
    const session = aSession();
    const user = await adapter.registerUser({ user: aUser(), account: anAccount(), session });
    const created = await adapter.createSession(aSession({ userId: user?.id ?? '' }));

    expect((await adapter.getSessionAndUser(session.sessionToken))?.user).toEqual(user);
    expect(await adapter.listSessionsByUserId(user?.id ?? '')).toContainEqual(
      expect.objectContaining(created),
    );
  });

  it('refers to a key of fixed length that has its own collation (Q10)', async () => {
    const isMaria = server.name === 'MariaDB';

    @Entity('users')
    class FixedKey extends AuthUser {
      @PrimaryColumn({
        type: isMaria ? 'char' : 'character',
        length: 26,
        ...(isMaria && { charset: 'ascii', collation: 'ascii_bin' }),
      })
      declare id: string;

      @BeforeInsert()
      makeId(): void {
        this.id ??= randomBytes(13).toString('hex');
      }
    }

    const adapter = new TypeOrmAdapter(await open(authEntities({ user: FixedKey })));
    const session = aSession();
    const user = await adapter.registerUser({ user: aUser(), account: anAccount(), session });

    const found = await adapter.getSessionAndUser(session.sessionToken);
    expect(found?.session.userId).toBe(user?.id);
    expect(found?.user).toEqual(user);
  });

  it.each(Object.keys(refused))(
    'refuses to start with %s, and gives the reason (Q10)',
    async (name) => {
      const [entities = authEntities(), reason = '', ...others] = refused[name] ?? [];
      const source = await open(entities, others);

      expect(() => new TypeOrmAdapter(source, entities)).toThrow(reason);
    },
  );

  it('keeps keys unique over which a class has an index that is not unique (Q10)', async () => {
    const entities = authEntities({
      user: Indexed,
      account: IndexedAccount,
      session: IndexedSession,
    });
    const adapter = new TypeOrmAdapter(await open(entities), entities);
    const [user, account, session] = [aUser(), anAccount(), aSession()];
    await adapter.registerUser({ user, account, session });

    const { id: userId } = await adapter.createUser(aUser());

    await expect(adapter.createUser(aUser({ email: user.email }))).rejects.toThrow('users failed');
    await expect(adapter.linkAccount({ ...account, userId })).rejects.toThrow('accounts failed');
    await expect(adapter.createSession({ ...session, userId })).rejects.toThrow('sessions failed');
  });

  it('names the column that a value is too long for (Q10)', async () => {
    const adapter = new TypeOrmAdapter(
      await open(working['an additional column'] ?? authEntities()),
    );
    const user = { ...aUser({ id: randomUUID() }), role: 'x'.repeat(11) };

    await expect(adapter.registerUser({ user })).rejects.toThrow(
      '`role` is longer than its column',
    );
    await expect(adapter.createUser(user)).rejects.toThrow('`role` is longer than its column');
  });

  it('uses the same classes with two kinds of databases (Q10)', async () => {
    const first = new TypeOrmAdapter(await open(authEntities()));
    const other = new DataSource({
      type: 'better-sqlite3',
      database: ':memory:',
      entities: [...authEntities()],
      synchronize: true,
    });
    await other.initialize();
    const second = new TypeOrmAdapter(other);

    const registrations = [first, second].map(async (adapter) => {
      const session = aSession();
      await adapter.registerUser({ user: aUser(), session });
      return (await adapter.getSessionAndUser(session.sessionToken))?.session.expires;
    });

    expect((await Promise.all(registrations)).every((expires) => expires instanceof Date)).toBe(
      true,
    );
    await other.destroy();
  });
});
