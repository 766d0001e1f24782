import { randomUUID } from 'node:crypto';
import { MemoryAdapter } from '@authnest/testing';
import { TypeOrmAdapter } from '@authnest/typeorm';
import { databaseServers, openMigrated } from '../support/databases.js';
import { PASSWORD, TestApp } from '../support/test-app.js';

const [sqlite] = (await databaseServers()).filter(({ name }) => name === 'SQLite');

it.each(['memory', 'sqlite'])(
  'a password user who is deleted while the password is checked is not stored again, %s (ID22)',
  async (kind) => {
    const database = kind === 'sqlite' ? await sqlite!.create() : undefined;
    const source = database && (await openMigrated(database.options));
    const adapter = source ? new TypeOrmAdapter(source) : new MemoryAdapter();
    const meanwhile: { run?: () => Promise<unknown> } = {};
    const app = await TestApp.start({
      platform: 'express',
      config: {
        adapter,
        session: { strategy: 'database' },
        providers: [
          {
            id: 'password',
            name: 'Password',
            type: 'credentials',
            usersOfAdapter: true,
            credentials: { email: {}, password: { type: 'password' } },
            authorize: async ({ email, password }) => {
              const user = await adapter.getUserByEmail(`${email}`);
              await meanwhile.run?.(); // the slow hash of the password
              return user && password === PASSWORD ? user : null;
            },
          },
        ],
      },
    });
    const email = `${randomUUID()}@x.example`;
    const user = await adapter.createUser({ id: randomUUID(), email, emailVerified: new Date() });
    meanwhile.run = () => adapter.deleteUser(user.id) as Promise<unknown>;
    const browser = app.client();
    const csrfToken = await browser.csrfToken();
    const { location } = await browser.post('/auth/callback/password', {
      form: { csrfToken, email, password: PASSWORD },
    });
    const left = await adapter.getUserByEmail(email);
    const shown = await browser.session();
    await app.close();
    await source?.destroy();
    await database?.drop();
    expect({
      location,
      left: left && { sameId: left.id === user.id },
      shown: shown && 'signed in',
    }).toEqual({
      location: expect.stringMatching(/error=/),
      left: null,
      shown: null,
    });
  },
);
