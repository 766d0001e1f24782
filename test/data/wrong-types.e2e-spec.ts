import { type AuthConfig, OIDC, type User } from '@authnest/core';
import { anAccount, aUser, FakeOAuthServer } from '@authnest/testing';
import { TypeOrmAdapter } from '@authnest/typeorm';
import type { DataSource } from 'typeorm';
import {
  databaseServers,
  describeDatabases,
  openMigrated,
  type TestDatabase,
} from '../support/databases.js';
import { credentials, PASSWORD, platforms, TestApp } from '../support/test-app.js';

/** Values that a provider or a form might send, parsed from JSON like all external input. */
const OBJECTS = [
  '{"role":"admin"}',
  '{"emailVerified":"2020-01-01"}',
  '{"id":"1"}',
  '["admin"]',
  '[["id","1"]]',
].map((json) => [json, JSON.parse(json) as never] as const);

const FIELDS = ['name', 'email', 'image'] as const;
const inEachField = OBJECTS.flatMap(([json, value]) =>
  FIELDS.map((field) => [field, json, value] as const),
);

describeDatabases(await databaseServers(), (server) => {
  let database: TestDatabase;
  let dataSource: DataSource;
  let adapter: TypeOrmAdapter;
  let idp: FakeOAuthServer;

  beforeAll(async () => {
    database = await server.create();
    dataSource = await openMigrated(database.options);
    adapter = new TypeOrmAdapter(dataSource);
    idp = await FakeOAuthServer.start();
  });
  afterAll(async () => {
    await idp.close();
    await dataSource.destroy();
    await database.drop();
  });

  const users = () =>
    dataSource.query<Record<string, unknown>[]>('SELECT * FROM users ORDER BY id');

  describe('the adapter', () => {
    it.each(inEachField)('changes nothing if %s is %s (A53)', async (field, _, value) => {
      const { id } = await adapter.createUser(aUser());
      const before = await users();

      await expect(adapter.updateUser({ id, [field]: value })).rejects.toThrow(
        `\`${field}\` is not a string`,
      );
      await expect(adapter.createUser({ ...aUser(), [field]: value })).rejects.toThrow(
        `\`${field}\` is not a string`,
      );

      expect(await users()).toEqual(before);
    });

    it.each(OBJECTS)(
      'registers no user whose account has %s instead of a string (A53)',
      async (_, value) => {
        const before = await users();
        const account = anAccount({ userId: '', scope: value });

        await expect(adapter.registerUser({ user: aUser(), account })).rejects.toThrow(
          '`scope` is not a string',
        );

        expect(await users()).toEqual(before);
      },
    );
  });

  describe.each(platforms())('on %s', (platform) => {
    let app: TestApp;
    let result: User;
    let count = 0;

    beforeAll(async () => {
      const own: AuthConfig['providers'][number] = OIDC({
        id: 'idp',
        name: 'IdP',
        ...idp.client,
        // Copies the values from the profile unchecked.
        profile: ({ sub, name, email, picture }) => ({ id: sub, name, email, image: picture }),
      });
      const providers = [own, { ...credentials(), authorize: () => result }];
      app = await TestApp.start({ platform, config: { adapter, providers } });
    });
    afterAll(() => app.close());

    it.each(inEachField)(
      'stores no object from a profile: %s is %s (A53)',
      async (field, _, value) => {
        const sub = `${platform}-${(count += 1)}`;
        const claims = {
          sub,
          name: 'Ada',
          email: `${sub}@x.example`,
          picture: 'https://x.example/a',
        };
        idp.claims = { ...claims, [field === 'image' ? 'picture' : field]: value };
        const browser = app.client();
        const { location = '' } = await browser.signIn('idp', { callbackUrl: '/home' });

        const response = await browser.get((await idp.authorize(location)).url.href);

        expect(response.location).toBe(`${app.url}/home`);
        const stored = await adapter.getUserByAccount({ provider: 'idp', providerAccountId: sub });
        const { id: _id, ...rest } = { ...stored };
        const honest = { name: 'Ada', email: claims.email, image: claims.picture };
        expect(rest).toEqual({
          ...honest,
          emailVerified: null,
          accessEndedAt: null,
          [field]: null,
        });
      },
    );

    it.each(inEachField)(
      'signs in no user for whom authorize returns %s as %s (A53)',
      async (field, _, value) => {
        const id = `${platform}-own-${(count += 1)}`;
        result = { id, name: 'Otto', email: `${id}@x.example`, [field]: value };
        const before = await users();
        const browser = app.client();

        const response = await browser.signIn('credentials', {
          username: 'otto',
          password: PASSWORD,
        });

        expect([response.location, await browser.session(), await users()]).toEqual([
          expect.stringContaining('error='),
          null,
          before,
        ]);
      },
    );
  });
});
