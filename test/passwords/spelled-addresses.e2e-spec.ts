import { randomUUID } from 'node:crypto';
import { passwordTable } from '@authnest/password';
import { authEntities, authMigrations, TypeOrmAdapter } from '@authnest/typeorm';
import type { DataSource } from 'typeorm';
import {
  databaseServers,
  describeDatabases,
  openMigrated,
  type TestDatabase,
} from '../support/databases.js';
import { GOOD, PasswordApp } from '../support/password-app.js';
import { platforms } from '../support/test-app.js';

const [platform = 'express'] = platforms();
const servers = await databaseServers();

describeDatabases(servers, (server) => {
  let app: PasswordApp;
  let database: TestDatabase;
  let dataSource: DataSource;

  beforeAll(async () => {
    database = await server.create();
    const model = { with: [passwordTable] };
    dataSource = await openMigrated({
      ...database.options,
      entities: authEntities(model),
      migrations: authMigrations(model),
    });
    app = await PasswordApp.start({ platform, adapter: new TypeOrmAdapter(dataSource) });
  });
  afterAll(async () => {
    await app.close();
    await dataSource.destroy();
    await database.drop();
  });

  it('a user whom another system stored in capitals stays the only one with the address (HT13)', async () => {
    const user = { id: randomUUID(), email: 'Vera@Corp.example', emailVerified: null };
    await app.adapter.createUser?.(user);
    const browser = await app.registered('vera@corp.example');

    expect(await browser.session()).toMatchObject({ user: { email: user.email } });
    expect(await app.adapter.getUserByEmail?.('vera@corp.example')).toMatchObject({ id: user.id });
    const again = app.client();
    await app.signIn('vera@corp.example', GOOD, again);
    expect(await again.session()).toMatchObject({ user: { email: user.email } });
  });
});
