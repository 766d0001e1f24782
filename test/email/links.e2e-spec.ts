import { createHash } from 'node:crypto';
import { Email } from '@authnest/core';
import { authEntities, TypeOrmAdapter } from '@authnest/typeorm';
import type { DataSource } from 'typeorm';
import {
  databaseServers,
  describeDatabases,
  openMigrated,
  type TestDatabase,
} from '../support/databases.js';
import { setClock, startClock, stopClock } from '../support/clock.js';
import { MailApp } from '../support/mail-app.js';
import { type CheckedClient, platforms, SECRET } from '../support/test-app.js';

const { session, user, verificationToken } = authEntities();

describeDatabases(await databaseServers(), (server) => {
  describe.each(platforms())('emailed links, on %s', (platform) => {
    let database: TestDatabase;
    let dataSource: DataSource;
    let mail: MailApp;
    let count = 0;

    beforeAll(async () => {
      database = await server.create();
      dataSource = await openMigrated(database.options);
      mail = await MailApp.start({ platform, adapter: new TypeOrmAdapter(dataSource) });
    });
    afterEach(() => startClock());
    afterAll(async () => {
      await mail.close();
      await dataSource.destroy();
      await database.drop();
    });

    function anAddress(): string {
      count += 1;
      return `person-${count}@${platform}.example`;
    }

    /** Follows a link, by default in a new browser, and confirms the sign-in. */
    async function use(link: string, browser = mail.client()) {
      const { location = '' } = await mail.confirm(browser, link);
      return { location, browser, session: await browser.session() };
    }

    function withParams(link: string, params: Record<string, string>): string {
      const url = new URL(link, mail.app.url);
      for (const [name, value] of Object.entries(params)) url.searchParams.set(name, value);
      return url.pathname + url.search;
    }

    const refused = {
      location: expect.stringMatching(/\/auth\/error\?error=Verification$/) as unknown,
      session: null,
    };

    function stored(): Promise<{ identifier: string; token: string }[]> {
      return dataSource.getRepository(verificationToken).find() as never;
    }

    it('a link for one address is not accepted for another (A05)', async () => {
      const [address, other] = [anAddress(), anAddress()];
      const link = await mail.linkFor(address);

      expect(await use(withParams(link, { email: other }))).toMatchObject(refused);
      expect(await use(link)).toMatchObject({ session: { user: { email: address } } });
    });

    it('a wrong token is refused, and the right one is accepted afterwards (A06)', async () => {
      const [address, other] = [anAddress(), anAddress()];
      const foreign = new URL(await mail.linkFor(other), mail.app.url).searchParams.get('token');
      const link = await mail.linkFor(address);
      const right = new URL(link, mail.app.url).searchParams.get('token') ?? '';

      for (const token of ['f'.repeat(64), foreign ?? '', right.slice(0, 63), `${right}0`]) {
        expect(await use(withParams(link, { token }))).toMatchObject(refused);
      }
      const browser = mail.client();
      expect((await browser.get(withParams(link, { token: '' }))).location).toBe(
        `${mail.app.url}/auth/error?error=Verification`,
      );
      expect(await use(link)).toMatchObject({ session: { user: { email: address } } });
    });

    it('only one of two simultaneous uses signs in (A27)', async () => {
      const address = anAddress();
      const browser = mail.client();
      const link = await mail.linkFor(address, browser);

      const results = await Promise.all([browser.get(link), browser.get(link)]);

      const locations = results.map(({ location }) => location);
      expect(new Set(locations)).toEqual(
        new Set([`${mail.app.url}/auth/error?error=Verification`, `${mail.app.url}/home`]),
      );
    });

    it('a link can be used once, until its ten minutes are over (F02)', async () => {
      const address = anAddress();
      stopClock();
      const links = [await mail.linkFor(address), await mail.linkFor(address)];
      const lateAddress = anAddress();
      const late = [await mail.linkFor(lateAddress), await mail.linkFor(lateAddress)];

      setClock(599);
      expect(await use(links[0] ?? '')).toMatchObject({ session: { user: { email: address } } });
      expect(await use(links[0] ?? '')).toMatchObject(refused);
      setClock(601);
      expect(await use(late[0] ?? '')).toMatchObject(refused);
      setClock(86_400);
      expect(await use(late[1] ?? '')).toMatchObject(refused);
      const identifiers = (await stored()).map(({ identifier }) => identifier);
      expect(identifiers).not.toContain(address);
      expect(identifiers).not.toContain(lateAddress);
    });

    it('the table contains only keyed hashes, which cannot be used to sign in (F05)', async () => {
      const address = anAddress();
      const link = await mail.linkFor(address);
      const token = new URL(link, mail.app.url).searchParams.get('token') ?? '';

      const rows = (await stored()).filter(({ identifier }) => identifier === address);

      expect(rows).toEqual([expect.objectContaining({ identifier: address })]);
      const hash = rows[0]?.token ?? '';
      expect(hash).toMatch(/^[0-9a-f]{64}$/);
      expect([token, sha256(token), sha256(token + SECRET)]).not.toContain(hash);
      expect(await use(withParams(link, { token: hash }))).toMatchObject(refused);
      expect(await use(link)).toMatchObject({ session: { user: { email: address } } });
    });

    it('using a link invalidates only the other links for the same address (F11)', async () => {
      const [address, other] = [anAddress(), anAddress()];
      const links: string[] = [];
      for (let index = 0; index < 5; index += 1) links.push(await mail.linkFor(address));
      const foreign = await mail.linkFor(other);

      expect(await use(links[2] ?? '')).toMatchObject({ session: { user: { email: address } } });
      for (const link of [links[0], links[1], links[3], links[4]]) {
        expect(await use(link ?? '')).toMatchObject(refused);
      }
      expect(await use(foreign)).toMatchObject({ session: { user: { email: other } } });
    });

    it('a link that is opened while another user is signed in ends that session (F12)', async () => {
      const [address, other] = [anAddress(), anAddress()];
      const { browser } = await use(await mail.linkFor(other));
      const before = sessionCookie(browser);

      await use(await mail.linkFor(address), browser);

      expect(await browser.session()).toMatchObject({ user: { email: address } });
      expect(await dataSource.getRepository(session).findBy({ sessionToken: before })).toEqual([]);
    });

    it('the date of the first verification is kept (F13)', async () => {
      const address = anAddress();
      stopClock();
      const dates: unknown[] = [];

      for (const second of [0, 100, 200]) {
        setClock(second);
        await use(await mail.linkFor(address));
        dates.push(await verifiedAt(address));
      }

      expect(dates).toEqual([new Date('2026-03-10T12:00:00.500Z'), dates[0], dates[0]]);
    });

    it('case and the A-label of a domain do not make another user, but accents and look-alikes do (E19)', async () => {
      const spelt = [
        `Zoë@${platform}.Example`,
        `zoë@${platform}.example`,
        `zoe@${platform}.example`,
        `v@münchen-${platform}.example`,
        `V@${new URL(`http://münchen-${platform}.example`).host}`,
        `v@аpple-${platform}.example`,
        `v@apple-${platform}.example`,
      ];
      const before = await dataSource.getRepository(user).count();

      for (const email of spelt) await use(await mail.linkFor(email));

      expect((await dataSource.getRepository(user).count()) - before).toBe(5);
    });

    it('signing in again creates a new session and ends the old one (D01)', async () => {
      const address = anAddress();
      const { browser } = await use(await mail.linkFor(address));
      const before = sessionCookie(browser);

      await use(await mail.linkFor(address), browser);

      expect(sessionCookie(browser)).not.toBe(before);
      expect(await dataSource.getRepository(session).findBy({ sessionToken: before })).toEqual([]);
    });

    it('a planted session cookie is replaced, and its session is deleted (A33)', async () => {
      const [address, attacker] = [anAddress(), anAddress()];
      const planted = sessionCookie((await use(await mail.linkFor(attacker))).browser);
      const victim = mail.client();
      victim.cookies.set('authjs.session-token', planted);

      await use(await mail.linkFor(address), victim);

      expect(sessionCookie(victim)).not.toBe(planted);
      expect(await victim.session()).toMatchObject({ user: { email: address } });
      const thief = mail.client();
      thief.cookies.set('authjs.session-token', planted);
      expect(await thief.session()).toBeNull();
    });

    it('a pending link from Auth.js is accepted after the migration', async () => {
      const address = anAddress();
      const token = 'c'.repeat(64);
      const expires = new Date(Date.now() + 60_000);
      await new TypeOrmAdapter(dataSource).createVerificationToken({
        identifier: address,
        token: sha256(token + SECRET),
        expires,
      });
      const query = new URLSearchParams({ callbackUrl: mail.app.url, token, email: address });

      expect(await use(`/auth/callback/email?${query}`)).toMatchObject({
        session: { user: { email: address } },
      });
    });

    async function verifiedAt(email: string): Promise<unknown> {
      return (await new TypeOrmAdapter(dataSource).getUserByEmail(email))?.emailVerified;
    }
  });

  describe.each(platforms())('two email providers, on %s', (platform) => {
    it('a link from one is not accepted by the other (A28)', async () => {
      const database = await server.create();
      const dataSource = await openMigrated(database.options);
      const mails: string[] = [];
      const sendVerificationRequest = ({ url }: { url: string }) => mails.push(url);
      const mail = await MailApp.start({
        platform,
        adapter: new TypeOrmAdapter(dataSource),
        config: {
          providers: [
            Email({ sendVerificationRequest, confirm: 'never' }),
            Email({ id: 'email2', sendVerificationRequest, confirm: 'never' }),
          ],
        },
      });
      await mail.client().signIn('email', { email: 'vera@x.example' });
      const link = new URL(mails[0] ?? '');
      const browser = mail.client();

      const response = await browser.get(`/auth/callback/email2${link.search}`);

      expect(response.location).toContain('error=Verification');
      expect(await browser.session()).toBeNull();
      await browser.get(link.pathname + link.search);
      expect(await browser.session()).toMatchObject({ user: { email: 'vera@x.example' } });
      await mail.close();
      await dataSource.destroy();
      await database.drop();
    });
  });
});

function sessionCookie(browser: CheckedClient): string {
  return browser.cookies.get('authjs.session-token') ?? '';
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
