import { anAccount, aUser } from '@authnest/testing';
import {
  authEntities,
  AuthAccount,
  AuthUser,
  AuthVerificationToken,
  TypeOrmAdapter,
} from '@authnest/typeorm';
import { Column, DataSource, type DataSourceOptions, Entity, Unique } from 'typeorm';
import { databaseServers, describeDatabases, type TestDatabase } from '../support/databases.js';
import { MailApp } from '../support/mail-app.js';
import { platforms } from '../support/test-app.js';

@Entity('users')
class Hidden extends AuthUser {
  @Column({ type: Date, nullable: true, select: false })
  declare emailVerified: Date | null;
}

@Entity('accounts')
@Unique(['provider', 'providerAccountId'])
class NumberedAccount extends AuthAccount {}

@Entity('verification_tokens')
@Unique(['identifier', 'token'])
class NumberedToken extends AuthVerificationToken {}

const withKeys = authEntities({
  layout: 'auth.js',
  id: 'int',
  account: NumberedAccount,
  verificationToken: NumberedToken,
});

describeDatabases(await databaseServers(), (server) => {
  let database: TestDatabase;

  beforeEach(async () => {
    database = await server.create();
  });
  afterEach(() => database.drop());

  async function open(entities: readonly unknown[]): Promise<DataSource> {
    const model = { entities: [...entities], migrations: [], synchronize: true };
    return new DataSource({ ...database.options, ...model } as DataSourceOptions).initialize();
  }

  describe('a column of ours with `select: false`', () => {
    it.each(platforms())(
      'is read, so a repeated proof removes nothing on %s (DT6)',
      async (platform) => {
        const entities = authEntities({ user: Hidden });
        const dataSource = await open(entities);
        const adapter = new TypeOrmAdapter(dataSource, entities);
        const mail = await MailApp.start({ platform, adapter });
        const browser = mail.client();
        await browser.get(await mail.linkFor('vera@x.example', browser));
        const user = await adapter.getUserByEmail('vera@x.example');
        await adapter.linkAccount(anAccount({ userId: user?.id ?? '' }));

        const other = mail.client();
        await other.get(await mail.linkFor('vera@x.example', other));

        expect(user?.emailVerified).toBeInstanceOf(Date);
        expect(await adapter.listAccountsByUserId(user?.id ?? '')).toHaveLength(2);
        expect(await browser.session()).not.toBeNull();
        await mail.close();
        await dataSource.destroy();
      },
    );
  });

  describe('a table of Auth.js whose ids are not uuids', () => {
    it('is refused without the unique key that makes its rows unique (DT2)', async () => {
      const entities = authEntities({ layout: 'auth.js', id: 'int' });
      const dataSource = await open(entities);

      expect(() => new TypeOrmAdapter(dataSource, entities)).toThrow(
        /`accounts` needs a unique key of provider and providerAccountId.*@Unique/,
      );
      await dataSource.destroy();
    });

    it('uses a value once, and registers an account once, with such a key (DT2)', async () => {
      const dataSource = await open(withKeys);
      const adapter = new TypeOrmAdapter(dataSource, withKeys);
      const account = anAccount({ userId: '' });
      const expires = new Date(Date.now() + 60_000);
      const eight = Array.from({ length: 8 });

      const spent = await Promise.all(eight.map(() => adapter.spendOnce({ key: 'k', expires })));
      const users = await Promise.all(
        eight.map(() => adapter.registerUser({ user: aUser(), account })),
      );

      expect(spent.filter(Boolean)).toHaveLength(1);
      expect(users.filter(Boolean)).toHaveLength(1);
      await dataSource.destroy();
    });
  });
});
