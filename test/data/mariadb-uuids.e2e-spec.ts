import { aUser } from '@authnest/testing';
import { authJs } from '@authnest/take-over';
import { authEntities, authMigrations, TypeOrmAdapter, type TakeOver } from '@authnest/typeorm';
import { DataSource } from 'typeorm';
import { insertRow } from '../support/auth-js-rows.js';
import { createAuthJsTables } from '../support/auth-js-tables.js';
import { databaseServers, describeDatabases, type TestDatabase } from '../support/databases.js';

const digits = Array.from('0123456789abcdef');

/** A UUID for each version and variant. MariaDB accepts three quarters of them. */
const uuids = digits.flatMap((version) =>
  digits.map((variant) => `532a7b8e-0328-${version}8d0-${variant}a8e-0123456789ab`),
);
const ODD = '532a7b8e-0328-a8d0-5a8e-0123456789ab';

const servers = await databaseServers();

describeDatabases(
  servers.filter(({ name }) => name === 'MariaDB'),
  (server) => {
    let database: TestDatabase;
    let dataSource: DataSource;

    async function open(from?: TakeOver): Promise<void> {
      database = await server.create();
      dataSource = await new DataSource({
        ...database.options,
        entities: authEntities(),
        migrations: authMigrations(from ? { from } : {}),
      }).initialize();
    }
    afterEach(async () => {
      await dataSource.destroy();
      await database.drop();
    });

    it('a user with any UUID is registered, with a new UUID if the server refuses the first (Q6)', async () => {
      await open();
      await dataSource.runMigrations();
      const adapter = new TypeOrmAdapter(dataSource);
      const [[taken]] = [
        await dataSource.query<{ n: string }[]>(
          `SELECT COUNT(*) AS n FROM (${uuids.map((id) => `SELECT '${id}' AS id`).join(' UNION ')}) t
        WHERE CAST(id AS uuid) IS NOT NULL`,
        ),
      ];

      const ids: (string | null)[] = [];
      for (const id of uuids) {
        const user = await adapter.registerUser({
          user: aUser({ id, email: `${id}@example.com` }),
        });
        ids.push(user?.id ?? null);
      }

      expect(ids.filter((id) => id === null)).toEqual([]);
      expect(ids.filter((id, at) => id === uuids[at])).toHaveLength(Number(taken?.n));
      expect(ids.filter((id) => id && uuids.includes(id))).toHaveLength(192);
      expect(await adapter.getUser(ODD)).toBeNull();
      await adapter.updateUser({ id: ODD, name: 'nobody' }).catch(() => undefined);
      await adapter.deleteUser(ODD);
    });

    it.each([
      ['with a version that the server refuses', ODD],
      ['in capital letters', '532A7B8E-0328-48D0-9A8E-0123456789AB'],
      ['without hyphens', '532a7b8e032848d09a8e0123456789ab'],
    ])('a take-over reports an id %s before anything changes (Q6)', async (_, id) => {
      await open(authJs);
      await createAuthJsTables(dataSource, 'mysql');
      await insertRow(dataSource, 'users', {
        id: '00000000-0000-4000-8000-00000000000a',
        emailVerified: '1767323045678',
      });
      await insertRow(dataSource, 'users', { id, emailVerified: '1767323045678' });
      const before = await dataSource.query('SELECT * FROM users');

      await expect(dataSource.runMigrations()).rejects.toThrow(
        `\n- users: id is not a UUID (id ${id})`,
      );

      expect(await dataSource.query('SELECT * FROM users')).toEqual(before);
    });
  },
);
