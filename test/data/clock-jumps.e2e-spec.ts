import { aSession, aUser } from '@authnest/testing';
import { TypeOrmAdapter } from '@authnest/typeorm';
import type { DataSource } from 'typeorm';
import { NOON, setClock, startClock, stopClock } from '../support/clock.js';
import {
  databaseServers,
  describeDatabases,
  openMigrated,
  type TestDatabase,
} from '../support/databases.js';
import { MailApp } from '../support/mail-app.js';
import { cookieHeader, MeController, SESSION } from '../support/signed-out.js';
import { platforms } from '../support/test-app.js';

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Returns the time that is this many seconds after noon. */
const at = (seconds: number): Date => new Date(NOON + seconds * 1000);

describeDatabases(await databaseServers(), (server) => {
  let database: TestDatabase;
  let dataSource: DataSource;
  let adapter: TypeOrmAdapter;

  beforeAll(async () => {
    database = await server.create();
    dataSource = await openMigrated({ ...database.options, logging: false });
    adapter = new TypeOrmAdapter(dataSource);
  });
  beforeEach(() => stopClock());
  afterEach(() => startClock());
  afterAll(async () => {
    await dataSource.destroy();
    await database.drop();
  });

  describe('cleaning up with a wrong clock (H20)', () => {
    it.each([HOUR, DAY])('a used value stays used if the clock is %i s ahead', async (jump) => {
      const value = { key: `spent-${jump}`, expires: at(15 * MINUTE) };
      await adapter.spendOnce(value);

      setClock(jump);
      await adapter.deleteExpired();
      setClock(0);

      expect(await adapter.spendOnce(value)).toBe(false);
    });

    it('a used value is removed a day after its expiry', async () => {
      await adapter.deleteExpired();
      await adapter.spendOnce({ key: 'short', expires: at(MINUTE) });

      setClock(DAY + MINUTE);
      expect(await adapter.deleteExpired()).toMatchObject({ verificationTokens: 0 });
      setClock(DAY + MINUTE + 1);
      expect(await adapter.deleteExpired()).toMatchObject({ verificationTokens: 1 });
    });

    it('removes only the sessions that expire within the jump', async () => {
      const { id: userId } = await adapter.createUser(aUser());
      const soon = await adapter.createSession(aSession({ userId, expires: at(HOUR / 2) }));
      const later = await adapter.createSession(aSession({ userId, expires: at(2 * HOUR) }));

      setClock(HOUR);
      await adapter.deleteExpired();
      setClock(0);

      expect(await adapter.getSessionAndUser(soon.sessionToken)).toBeNull();
      expect(await adapter.getSessionAndUser(later.sessionToken)).not.toBeNull();
    });

    it('removes nothing too early with a clock an hour behind', async () => {
      const { id: userId } = await adapter.createUser(aUser());
      const over = await adapter.createSession(aSession({ userId, expires: at(-MINUTE) }));

      setClock(-HOUR);
      await adapter.deleteExpired();
      expect(await adapter.getSessionAndUser(over.sessionToken)).not.toBeNull();
      setClock(0);
      await adapter.deleteExpired();

      expect(await adapter.getSessionAndUser(over.sessionToken)).toBeNull();
    });
  });

  describe.each(platforms())('when the clock jumps by an hour, on %s (H20)', (platform) => {
    let mail: MailApp;

    beforeAll(async () => {
      mail = await MailApp.start({
        platform,
        adapter,
        module: { controllers: [MeController] },
      });
    });
    afterAll(() => mail.close());

    const anAddress = (name: string): string => `${name}@${platform}.example`;
    const REFUSED = /error=Verification$/;

    async function use(link: string) {
      const browser = mail.client();
      const { location = '' } = await mail.confirm(browser, link);
      return { location, browser };
    }

    it.each([HOUR, -HOUR])('a used link does not work again after a jump of %i s', async (jump) => {
      const link = await mail.linkFor(anAddress(`used${jump}`));
      expect((await use(link)).location).toBe(`${mail.app.url}/home`);

      setClock(jump);
      await adapter.deleteExpired();
      expect((await use(link)).location).toMatch(REFUSED);
      setClock(0);
      expect((await use(link)).location).toMatch(REFUSED);
    });

    it('a link that was tried too late stays refused, and an untried link is accepted', async () => {
      const tried = await mail.linkFor(anAddress('tried'));
      const left = await mail.linkFor(anAddress('left'));

      setClock(HOUR);
      expect((await use(tried)).location).toMatch(REFUSED);
      setClock(0);

      expect((await use(tried)).location).toMatch(REFUSED);
      expect((await use(left)).location).toBe(`${mail.app.url}/home`);
    });

    it.each([HOUR, -HOUR])('users stay signed in or out after a jump of %i s', async (jump) => {
      const stays = await use(await mail.linkFor(anAddress(`stays${jump}`)));
      const goes = await use(await mail.linkFor(anAddress(`goes${jump}`)));
      const cookie = cookieHeader({ [SESSION]: goes.browser.cookies.get(SESSION) ?? '' });
      await goes.browser.signOut();

      for (const seconds of [jump, 0]) {
        setClock(seconds);
        await adapter.deleteExpired();
        expect((await stays.browser.get('/me')).status).toBe(200);
        expect((await mail.client().get('/me', { cookie })).status).toBe(401);
      }
    });
  });
});
