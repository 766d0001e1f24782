import type { AdapterUser } from '@authnest/core';
import { aUser, anAccount } from '@authnest/testing';
import { authEntities, AuthUser, TypeOrmAdapter } from '@authnest/typeorm';
import {
  Column,
  DataSource,
  Entity,
  type EntitySubscriberInterface,
  type InsertEvent,
  type ObjectLiteral,
} from 'typeorm';
import { authWrites } from '../support/auth-writes.js';
import {
  databaseServers,
  describeDatabases,
  openMigrated,
  type TestDatabase,
} from '../support/databases.js';
import { StatementRecorder } from '../support/statement-recorder.js';

@Entity('users')
class UserWithRole extends AuthUser {
  @Column({ type: 'varchar', length: 10, nullable: true, default: 'member' })
  role?: string | null;
}

const inserts = [
  'createUser',
  'registerUser',
  'addToUser',
  'linkAccount',
  'createSession',
  'createVerificationToken',
  'spendOnce',
  'createChallenge',
  'markEnded',
  'createAuthenticator',
];
const others = Object.keys(authWrites).filter((name) => !inserts.includes(name));

/** Lets the first account and the first change of a user be refused, or ignored, once. */
const FAILING_ONCE: Readonly<Record<string, readonly string[]>> = {
  PostgreSQL: [
    'CREATE SEQUENCE tries',
    `CREATE FUNCTION once() RETURNS trigger AS $$ BEGIN
       IF nextval('tries') > 1 THEN RETURN NEW; END IF;
       IF TG_OP = 'UPDATE' THEN RETURN NULL; END IF;
       RAISE EXCEPTION 'a deadlock' USING ERRCODE = '40P01';
     END $$ LANGUAGE plpgsql`,
    'CREATE TRIGGER once BEFORE INSERT ON accounts FOR EACH ROW EXECUTE FUNCTION once()',
    'CREATE TRIGGER once BEFORE UPDATE ON users FOR EACH ROW EXECUTE FUNCTION once()',
  ],
  MariaDB: [
    'CREATE SEQUENCE tries',
    ...['INSERT ON accounts', 'UPDATE ON users'].map(
      (what, nth) => `CREATE TRIGGER once${nth} BEFORE ${what} FOR EACH ROW
         IF NEXTVAL(tries) = 1 THEN SIGNAL SQLSTATE '40001' SET MYSQL_ERRNO = 1213; END IF`,
    ),
  ],
};

const refuse = (): Promise<never> => Promise.reject(new Error('refused by a subscriber'));

describeDatabases(await databaseServers(), (server) => {
  let database: TestDatabase;
  let dataSource: DataSource;
  let adapter: TypeOrmAdapter;
  let user: AdapterUser;

  beforeAll(async () => {
    database = await server.create();
    dataSource = await openMigrated(database.options);
    adapter = new TypeOrmAdapter(dataSource);
  });
  beforeEach(async () => {
    user = await adapter.createUser(aUser());
  });
  afterAll(async () => {
    await dataSource.destroy();
    await database.drop();
  });

  async function withSubscriber(
    subscriber: EntitySubscriberInterface,
    work: () => Promise<unknown>,
  ): Promise<void> {
    dataSource.subscribers.push(subscriber);
    try {
      await work();
    } finally {
      dataSource.subscribers.pop();
    }
  }

  it.each(inserts)('%s leaves no row if a subscriber throws afterwards (Q14)', async (name) => {
    const write = await authWrites[name]?.(adapter, user);

    await withSubscriber({ afterInsert: refuse }, async () => {
      await expect(write?.run(adapter)).rejects.toThrow('failed');
    });

    expect(await write?.isDone(adapter)).toBe(false);
  });

  // SQLite cannot undo the write: its one connection must not be held while awaiting a subscriber.
  const isUndone = server.name !== 'SQLite';
  it.each(others)(
    `%s is ${isUndone ? 'undone' : 'kept'} if a subscriber throws afterwards (Q14)`,
    async (name) => {
      const write = await authWrites[name]?.(adapter, user);

      await withSubscriber({ afterUpdate: refuse, afterRemove: refuse }, async () => {
        await expect(write?.run(adapter)).rejects.toThrow('failed');
      });

      expect(await write?.isDone(adapter)).toBe(!isUndone);
    },
  );

  const inTransactions = ['registerUser', 'addToUser', 'proveUser', 'endAccess', 'deleteUser'];
  it.each(inTransactions)(
    `%s ${isUndone ? 'fails, though it is stored,' : 'hears nothing'} if a subscriber throws after the commit (Q14)`,
    async (name) => {
      const write = await authWrites[name]?.(adapter, user);

      await withSubscriber({ afterTransactionCommit: refuse }, async () => {
        const outcome = await write?.run(adapter).catch(() => 'failed');
        expect(outcome === 'failed').toBe(isUndone);
      });

      expect(await write?.isDone(adapter)).toBe(true);
    },
  );

  it.each(Object.keys(authWrites))(
    '%s does not run if a subscriber throws beforehand (Q14)',
    async (name) => {
      const write = await authWrites[name]?.(adapter, user);
      const refusing = { beforeInsert: refuse, beforeUpdate: refuse, beforeRemove: refuse };

      await withSubscriber(refusing, async () => {
        await expect(write?.run(adapter)).rejects.toThrow('failed');
      });

      expect(await write?.isDone(adapter)).toBe(false);
    },
  );

  it(`what a subscriber writes ${isUndone ? 'is undone with the operation' : 'stays'} (Q14)`, async () => {
    await dataSource.query('CREATE TABLE notes (note integer)');
    const writing: EntitySubscriberInterface = {
      afterInsert: async ({ manager }) => {
        await manager.query('INSERT INTO notes VALUES (1)');
        throw new Error('refused after it wrote');
      },
    };

    await withSubscriber(writing, async () => {
      await expect(adapter.createUser(aUser())).rejects.toThrow('failed');
    });

    expect(await dataSource.query('SELECT note FROM notes')).toHaveLength(isUndone ? 0 : 1);
  });

  it('what a subscriber makes of the values is stored once, though they are sent again', async () => {
    for (const statement of FAILING_ONCE[server.name] ?? []) await dataSource.query(statement);
    const seal = ({ entity }: { entity?: ObjectLiteral }) => {
      if (entity) entity['name'] = `sealed(${entity['name']})`;
    };
    const { target: users } = dataSource.getMetadata('users');
    const sealing = { listenTo: () => users, beforeInsert: seal, beforeUpdate: seal };

    await withSubscriber(sealing, async () => {
      const registration = { user: aUser({ name: 'Vera' }), account: anAccount() };
      const vera = await adapter.registerUser(registration);
      expect(vera).toMatchObject({ name: 'sealed(Vera)' });
      if (isUndone) await dataSource.query('ALTER SEQUENCE tries RESTART');
      const changed = await adapter.updateUser({ id: user.id, name: 'Otto' });
      expect(changed).toMatchObject({ name: 'sealed(Otto)' });
    });
  });

  it(`after an insert, a listener receives ${isUndone ? 'database defaults' : 'only what was written'} (Q14)`, async () => {
    await dataSource.query(`ALTER TABLE users ADD COLUMN role varchar(10) DEFAULT 'member'`);
    const seen: unknown[] = [];
    const afterInsert = ({ entity }: InsertEvent<object>) => void seen.push(Object(entity));
    const entities = authEntities({ user: UserWithRole });
    const own = await new DataSource({ ...database.options, entities: [...entities] }).initialize();
    own.subscribers.push({ afterInsert });

    const { id } = await new TypeOrmAdapter(own, entities).createUser(aUser());

    expect(seen).toEqual([expect.objectContaining({ id })]);
    expect(Object(seen[0])).toHaveProperty('role', isUndone ? 'member' : undefined);
    await own.destroy();
  });

  it(`statements reach a logger${isUndone ? ' and' : ', but not'} subscribers (Q14)`, async () => {
    const logger = new StatementRecorder();
    const own = await new DataSource({ ...database.options, logger, logging: true }).initialize();
    const heard: string[] = [];
    const hear = ({ query }: { query: string }) => void heard.push(query);
    own.subscribers.push({ beforeQuery: hear, afterQuery: hear });

    const logged = await logger.during(() => new TypeOrmAdapter(own).getUser(user.id));

    expect(logged).toEqual([expect.stringContaining('SELECT')]);
    expect(heard).toEqual(isUndone ? [...logged, ...logged] : []);
    await own.destroy();
  });
});
