import { randomUUID } from 'node:crypto';
import { aSession, aUser, anAccount, anAuthenticator } from '@authnest/testing';
import {
  authEntities,
  authMigrations,
  AuthSession,
  TypeOrmAdapter,
  TypeOrmSessionRegistry,
} from '@authnest/typeorm';
import { BeforeInsert, DataSource, type DataSourceOptions, Entity, PrimaryColumn } from 'typeorm';
import {
  type DatabaseServer,
  databaseServers,
  openMigrated,
  type TestDatabase,
} from '../support/databases.js';
import { describeWith } from '../support/services.js';
import { JANE, platforms, TestApp } from '../support/test-app.js';

const [sqlite, postgres, mariadb] = (await databaseServers()) as [
  DatabaseServer,
  DatabaseServer,
  DatabaseServer,
];

const SETS = { with: ['sessionRegistry'] } as const;
const DAY = 24 * 60 * 60 * 1000;
const IGNORED = 'the database ignored it';

type Verb = 'INSERT' | 'UPDATE' | 'DELETE';

/** Runs work while the database ignores changes of one kind to a table, as a trigger can. */
async function ignoring(
  dataSource: DataSource,
  [verb, table]: readonly [Verb, string],
  work: () => Promise<void>,
): Promise<void> {
  const isFile = dataSource.options.type === 'better-sqlite3';
  await dataSource.query(
    isFile
      ? `CREATE TRIGGER keep BEFORE ${verb} ON ${table} BEGIN SELECT RAISE(IGNORE); END`
      : `CREATE TRIGGER keep BEFORE ${verb} ON ${table} FOR EACH ROW EXECUTE FUNCTION keep()`,
  );
  try {
    await work();
  } finally {
    await dataSource.query(`DROP TRIGGER keep${isFile ? '' : ` ON ${table}`}`);
  }
}

for (const server of [sqlite, postgres]) {
  describeWith(server, `a database that ignores changes, on ${server.name}`, () => {
    let database: TestDatabase;
    let dataSource: DataSource;
    let adapter: TypeOrmAdapter;
    let registry: TypeOrmSessionRegistry;

    beforeAll(async () => {
      database = await server.create();
      dataSource = await openMigrated({
        ...database.options,
        entities: [...authEntities(SETS)],
        migrations: authMigrations(SETS),
      } as DataSourceOptions);
      if (server === postgres) {
        await dataSource.query(
          'CREATE FUNCTION keep() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NULL; END $$',
        );
      }
      adapter = new TypeOrmAdapter(dataSource);
      registry = new TypeOrmSessionRegistry(dataSource);
    });
    afterAll(async () => {
      await dataSource.destroy();
      await database.drop();
    });

    const tomorrow = () => new Date(Date.now() + DAY);

    async function aStoredUser() {
      const user = await adapter.createUser(aUser({ emailVerified: null }));
      const userId = user.id;
      const account = await adapter.linkAccount(anAccount({ userId }));
      const session = await adapter.createSession(aSession({ userId }));
      const authenticator = await adapter.createAuthenticator(anAuthenticator({ userId }));
      return { user, account, session, authenticator };
    }

    it('never reports a stateless session as revoked (DT3)', async () => {
      const id = 'session';
      await registry.record({ id, userId: 'u', createdAt: new Date(), expires: tomorrow() });

      await ignoring(dataSource, ['UPDATE', 'session_records'], async () => {
        await expect(registry.revoke({ id, expires: tomorrow() })).rejects.toThrow(IGNORED);
      });
    });

    it.each(['UPDATE', 'INSERT'] as const)(
      'never reports a mark as stored if it ignores %s (DT3)',
      async (verb) => {
        const userId = `user of ${verb}`;
        const mark = (before: Date) => ({ userId, before, expires: tomorrow() });
        const ended = (before: Date) => ({ markers: [userId], before, expires: tomorrow() });
        if (verb === 'UPDATE') {
          await registry.revokeUser(mark(new Date(1)));
          await adapter.markEnded(ended(new Date(1)));
        }

        await ignoring(dataSource, [verb, 'session_records'], async () => {
          await expect(registry.revokeUser(mark(new Date()))).rejects.toThrow(IGNORED);
          await expect(registry.refreshUser(mark(new Date()))).rejects.toThrow(IGNORED);
        });
        await ignoring(dataSource, [verb, 'session_revocations'], async () => {
          await expect(adapter.markEnded(ended(new Date()))).rejects.toThrow(IGNORED);
        });
      },
    );

    it.each(['sessions', 'accounts', 'authenticators'])(
      'proves no address while rows of the earlier holder stay in %s (DT3)',
      async (table) => {
        const { user } = await aStoredUser();

        await ignoring(dataSource, ['DELETE', table], async () => {
          const proof = adapter.proveUser({ ...user, emailVerified: new Date() });
          await expect(proof).rejects.toThrow(IGNORED);
        });

        expect((await adapter.getUser(user.id))?.emailVerified).toBeNull();
        expect(await adapter.listSessionsByUserId(user.id)).toHaveLength(1);
      },
    );

    it('does not report a proof that is not stored (DT3)', async () => {
      const { user, session } = await aStoredUser();

      await ignoring(dataSource, ['UPDATE', 'users'], async () => {
        const proof = adapter.proveUser({ ...user, emailVerified: new Date() });
        await expect(proof).rejects.toThrow(IGNORED);
      });

      expect(await adapter.getSessionAndUser(session.sessionToken)).not.toBeNull();
    });

    it.each(['users', 'sessions', 'accounts', 'authenticators'])(
      'fails to delete a user while rows stay in %s, and deletes nothing (DT3)',
      async (table) => {
        const { user, account, session } = await aStoredUser();

        await ignoring(dataSource, ['DELETE', table], async () => {
          await expect(adapter.deleteUser(user.id)).rejects.toThrow(IGNORED);
        });

        expect(await adapter.getSessionAndUser(session.sessionToken)).not.toBeNull();
        expect(await adapter.getAccount(account.providerAccountId, account.provider)).toMatchObject(
          { userId: user.id },
        );
      },
    );

    it('fails to change a row that stays as it is (DT3)', async () => {
      const { user, account, session, authenticator } = await aStoredUser();
      const { provider, providerAccountId } = account;
      const { sessionToken } = session;
      const { credentialID } = authenticator;
      const changes: readonly [string, (on: TypeOrmAdapter) => Promise<unknown>][] = [
        ['users', (on) => on.updateUser({ id: user.id, name: 'B' })],
        ['accounts', (on) => on.updateAccount({ provider, providerAccountId, scope: 'b' })],
        [
          'accounts',
          (on) => on.advanceAccount({ provider, providerAccountId, tokenVersion: 1, scope: 'b' }),
        ],
        ['sessions', (on) => on.updateSession({ sessionToken, expires: tomorrow() })],
        ['authenticators', (on) => on.updateAuthenticatorCounter(credentialID, 9)],
        ['authenticators', (on) => on.updateAuthenticator({ credentialID, name: 'b' })],
      ];
      for (const [table, change] of changes) {
        await ignoring(dataSource, ['UPDATE', table], async () => {
          await expect(change(adapter)).rejects.toThrow(IGNORED);
          await dataSource.transaction(async (manager) => {
            await expect(change(adapter.within(manager))).rejects.toThrow(IGNORED);
          });
        });
      }
      expect(await adapter.getUser(user.id)).toEqual(user);
    });

    it('fails to delete a row that stays, also in a transaction of the application (DT3)', async () => {
      const { user, session } = await aStoredUser();

      await ignoring(dataSource, ['DELETE', 'sessions'], async () => {
        await dataSource.transaction(async (manager) => {
          const within = adapter.within(manager);
          await expect(within.deleteSession(session.sessionToken)).rejects.toThrow(IGNORED);
          await expect(within.deleteSessionsByUserId(user.id)).rejects.toThrow(IGNORED);
          expect(await within.listSessionsByUserId(user.id)).toHaveLength(1);
        });
      });
    });

    it('fails to delete a session, instead of reporting success (DT3)', async () => {
      const { user, session } = await aStoredUser();

      await ignoring(dataSource, ['DELETE', 'sessions'], async () => {
        const one = adapter.deleteSession(session.sessionToken);
        await expect(one).rejects.toThrow(IGNORED);
        await expect(adapter.deleteSessionsByUserId(user.id)).rejects.toThrow(IGNORED);
      });
    });

    it.each(platforms())('never reports a sign-out on %s (DT3)', async (platform) => {
      const app = await TestApp.start({ platform, config: { adapter } });
      const browser = app.client();
      await browser.signIn('credentials', JANE);

      await ignoring(dataSource, ['DELETE', 'sessions'], async () => {
        expect((await browser.signOut()).status).toBe(503);
        expect(await browser.session()).not.toBeNull();
      });
      await app.close();
    });

    it('never reports a row as stored whose values all come from us (DT3)', async () => {
      // The database generates no value of its rows, so TypeORM asks for none.
      @Entity('sessions')
      class SetKey extends AuthSession {
        @PrimaryColumn({ type: 'varchar' })
        declare id: string;

        @BeforeInsert()
        makeId(): void {
          this.id ??= randomUUID();
        }
      }
      const { user } = await aStoredUser();
      const entities = authEntities({ session: SetKey });
      const source = await new DataSource({
        ...database.options,
        entities: [...entities],
      } as DataSourceOptions).initialize();
      const other = new TypeOrmAdapter(source, entities);

      const challenge = {
        id: 'c',
        purpose: 'reset',
        subject: null,
        data: 'sealed',
        attempts: 0,
        expires: tomorrow(),
      };
      await ignoring(dataSource, ['INSERT', 'challenges'], async () => {
        await expect(adapter.createChallenge(challenge)).rejects.toThrow(IGNORED);
      });
      await adapter.createChallenge(challenge);
      await ignoring(dataSource, ['UPDATE', 'challenges'], async () => {
        const attempt = adapter.tryChallenge({ id: 'c', attempts: 5 });
        await expect(attempt).rejects.toThrow(IGNORED);
      });
      await ignoring(dataSource, ['DELETE', 'challenges'], async () => {
        await expect(adapter.takeChallenge('c')).rejects.toThrow(IGNORED);
      });
      await ignoring(dataSource, ['INSERT', 'sessions'], async () => {
        const session = other.createSession(aSession({ userId: user.id }));
        await expect(session).rejects.toThrow(IGNORED);
      });
      await source.destroy();
    });

    it('never reports a value as spent, or a row as stored, that is not (DT3)', async () => {
      const { user } = await aStoredUser();

      await ignoring(dataSource, ['INSERT', 'verification_tokens'], async () => {
        const spent = adapter.spendOnce({ key: 'k', expires: tomorrow() });
        await expect(spent).rejects.toThrow(IGNORED);
      });
      await ignoring(dataSource, ['INSERT', 'sessions'], async () => {
        const session = aSession({ userId: user.id });
        await expect(adapter.createSession(session)).rejects.toThrow(IGNORED);
        await expect(adapter.addToUser({ user, session })).rejects.toThrow(IGNORED);
      });
    });
  });
}

for (const server of [sqlite, postgres, mariadb]) {
  describeWith(server, `changes that others have made before, on ${server.name}`, () => {
    it('fail for nobody if two delete a session at once', async () => {
      const database = await server.create();
      const dataSource = await openMigrated(database.options);
      const adapter = new TypeOrmAdapter(dataSource);
      const { id: userId } = await adapter.createUser(aUser());

      for (let round = 0; round < 10; round += 1) {
        const { sessionToken } = await adapter.createSession(aSession({ userId }));
        const deleted = await Promise.all([
          adapter.deleteSession(sessionToken),
          adapter.deleteSessionsByUserId(userId),
          adapter.deleteSession(sessionToken),
        ]);
        expect(deleted).toHaveLength(3);
        expect(await adapter.getSessionAndUser(sessionToken)).toBeNull();
      }
      await dataSource.destroy();
      await database.drop();
    });

    it('fail for nobody, also in a transaction that began earlier (DT3)', async () => {
      const database = await server.create();
      const dataSource = await openMigrated(database.options);
      const adapter = new TypeOrmAdapter(dataSource);
      const { id: userId } = await adapter.createUser(aUser());
      const { sessionToken } = await adapter.createSession(aSession({ userId }));
      const account = await adapter.linkAccount(anAccount({ userId }));
      const { provider, providerAccountId } = account;
      const advance = { provider, providerAccountId, tokenVersion: 1, scope: 'b' };
      if (server === sqlite) {
        await adapter.deleteSession(sessionToken);
        await adapter.advanceAccount(advance);
      }

      await dataSource.transaction(async (manager) => {
        const within = adapter.within(manager);
        await within.getSessionAndUser(sessionToken);
        if (server !== sqlite) {
          await adapter.deleteSession(sessionToken);
          await adapter.advanceAccount(advance);
        }

        expect(await within.deleteSession(sessionToken)).toBeNull();
        expect(await within.deleteSessionsByUserId(userId)).toBe(0);
        expect(await within.updateSession({ sessionToken, expires: new Date() })).toBeNull();
        expect(await within.advanceAccount(advance)).toBe(false);
      });

      expect(await adapter.updateSession({ sessionToken, expires: new Date() })).toBeNull();
      expect(await adapter.advanceAccount(advance)).toBe(false);
      expect(await adapter.deleteUser(userId)).not.toBeNull();
      expect(await adapter.deleteUser(userId)).toBeNull();
      await dataSource.destroy();
      await database.drop();
    });
  });
}
