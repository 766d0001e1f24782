import { randomBytes } from 'node:crypto';
import { Email } from '@authnest/core';
import { type AuthEntities, authEntities, TypeOrmAdapter } from '@authnest/typeorm';
import { DataSource, type DataSourceOptions } from 'typeorm';
import { terms } from '../fixtures/terms.js';
import {
  databaseServers,
  describeDatabases,
  openMigrated,
  type TestDatabase,
} from '../support/databases.js';
import { MailApp } from '../support/mail-app.js';
import { platforms, TestApp } from '../support/test-app.js';

/** The most that core keeps of a sign-in, in bytes. */
const MOST = 65_535;

const providers = [Email({ from: 'auth@app.example', sendVerificationRequest: () => undefined })];
const nobody = { hasAccepted: async () => false, accept: async () => undefined };

describeDatabases(await databaseServers(), (server) => {
  let database: TestDatabase;
  let dataSource: DataSource;
  let adapter: TypeOrmAdapter;

  beforeAll(async () => {
    database = await server.create();
    dataSource = await openMigrated(database.options);
    adapter = new TypeOrmAdapter(dataSource);
  });
  afterAll(async () => {
    await dataSource.destroy();
    await database.drop();
  });

  const { challenge } = authEntities();
  const rows = () => dataSource.getRepository(challenge).find();

  describe.each(platforms())('a sign-in that waits, on %s', (platform) => {
    it('goes on once, and leaves no row', async () => {
      const accepted: string[] = [];
      const config = {
        terms: {
          hasAccepted: async () => false,
          accept: async (id: string) => void accepted.push(id),
        },
      };
      const extras = { features: [terms] };
      const mail = await MailApp.start({ platform, adapter, config, extras });
      const email = `vera@${platform}.example`;
      const browser = mail.client();

      const { location } = await browser.get(await mail.linkFor(email, browser));
      expect(location).toMatch(/\/auth\/terms$/);
      expect((await browser.get('/auth/terms')).text).toContain('I agree');
      expect(await browser.session()).toBeNull();
      const [waiting, ...others] = await rows();
      const form = { csrfToken: await browser.csrfToken() };
      const answers = await Promise.all([1, 2, 3].map(() => browser.post('/auth/terms', { form })));

      expect(others).toEqual([]);
      expect(waiting?.attempts).toBe(0);
      expect(waiting?.data).not.toContain(email);
      expect(answers.filter(({ location: to }) => to?.endsWith('/home'))).toHaveLength(1);
      expect((await browser.session())?.user?.email).toBe(email);
      expect(accepted).toEqual([(await adapter.getUserByEmail(email))?.id]);
      expect(await rows()).toEqual([]);
      await mail.close();
    });
  });

  it('as much is stored as a sign-in may have, and no part of more', async () => {
    const data = randomBytes(MOST).toString('base64url').slice(0, MOST);
    const kept = {
      id: 'most',
      purpose: 'reset',
      subject: null,
      data,
      attempts: 0,
      expires: new Date(Date.now() + 60_000),
    };
    await adapter.createChallenge(kept);

    expect((await adapter.takeChallenge('most'))?.data === data).toBe(true);
    if (server.name !== 'MariaDB') return;
    await expect(adapter.createChallenge({ ...kept, data: `${data}a` })).rejects.toThrow(
      '`data` is longer',
    );
    expect(await adapter.takeChallenge('most')).toBeNull();
  });

  it('nothing starts that would wait, if the entities have no table for it', async () => {
    const { challenge: _left, ...rest } = authEntities();
    const entities = Object.values(rest as AuthEntities).filter((one) => one !== challenge);
    const source = await new DataSource({
      ...database.options,
      entities,
    } as DataSourceOptions).initialize();
    const config = { adapter: new TypeOrmAdapter(source), providers, terms: nobody };

    await expect(
      TestApp.start({ platform: 'express', config, extras: { features: [terms] } }),
    ).rejects.toThrow(
      'needs an adapter with `createChallenge`, `getChallenge`, `takeChallenge`, `deleteChallenges`',
    );
    await source.destroy();
  });
});
