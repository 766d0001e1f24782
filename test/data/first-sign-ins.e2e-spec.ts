import { jest } from '@jest/globals';
import { CookieClient, type ClientResponse } from '@authnest/testing';
import { authEntities } from '@authnest/typeorm';
import type { DataSource } from 'typeorm';
import {
  type IdentityProvider,
  ProviderCookieJar,
  signInAtProvider,
  startIdentityProvider,
} from '../../apps/identity-provider/src/index.js';
import { Balancer } from '../support/balancer.js';
import { Child } from '../support/child/child-process.js';
import {
  databaseServers,
  describeDatabases,
  openMigrated,
  type TestDatabase,
} from '../support/databases.js';
import { IS_WHOLE, someOf } from '../support/effort.js';
import { CLIENT_SECRET } from '../support/oidc.js';
import { RACE_TIMEOUT_MS, RACES } from '../support/races.js';
import { type Platform, platforms, SECRET } from '../support/test-app.js';
import type { SignInApp } from './children/sign-in-app.child.js';

const SCRIPT = new URL('./children/sign-in-app.child.ts', import.meta.url);
/** An even number, for two providers, and larger than any connection pool. */
const RACERS = IS_WHOLE ? 48 : 16;
const PROCESSES = IS_WHOLE ? [1, 2, 3, 4] : [1, 2];
const TABLES = ['users', 'accounts', 'sessions'];
const { user, account, session } = authEntities();
const servers = await databaseServers();

/** Counts the rows in each table. */
async function counts(dataSource: DataSource) {
  const [users, accounts, sessions] = await Promise.all(
    [user, account, session].map((entity) => dataSource.getRepository(entity).count()),
  );
  return { users, accounts, sessions };
}

jest.setTimeout(RACE_TIMEOUT_MS);

describeDatabases(servers, (server) => {
  const nth = servers.indexOf(server);
  let database: TestDatabase;
  let dataSource: DataSource;
  let provider: IdentityProvider;
  let children: Child[];

  beforeAll(async () => {
    children = [];
    database = await server.create();
    dataSource = await openMigrated(database.options);
    provider = await startIdentityProvider({ clients: [] });
  });
  beforeEach(async () => {
    for (const entity of [session, account, user]) {
      await dataSource.createQueryBuilder().delete().from(entity).execute();
    }
  });
  afterAll(async () => {
    await Promise.all(children.map((child) => child.kill()));
    await provider.close();
    await dataSource.destroy();
    await database.drop();
  });

  async function startApp(platform: Platform, dieBefore?: string): Promise<string> {
    const child = await Child.start(SCRIPT);
    children.push(child);
    const options: SignInApp = {
      platform,
      databaseUrl: database.url,
      issuer: provider.issuer,
      clientSecret: CLIENT_SECRET,
      secret: SECRET,
      dieBefore,
    };
    return (await child.ask<{ url: string }>(options)).url;
  }

  /** Registers the applications with the provider. */
  async function introduce(...urls: string[]): Promise<void> {
    for (const id of ['idp', 'idp2']) {
      await provider.addClient({
        client_id: `client-${id}`,
        client_secret: CLIENT_SECRET,
        redirect_uris: urls.map((url) => `${url}/auth/callback/${id}`),
      });
    }
  }

  /**
   * Signs in at the provider.
   * @param cookies - the browser's cookies at the provider
   * @returns a function that opens the callback
   */
  async function returning(
    url: string,
    id: string,
    cookies = new ProviderCookieJar(),
  ): Promise<() => Promise<ClientResponse>> {
    const browser = new CookieClient(url);
    const { location = '' } = await browser.signIn(id, { callbackUrl: '/home' });
    const authorizationUrl = location;
    const callback = await signInAtProvider({ authorizationUrl, sub: 'ada-lovelace', cookies });
    return () => browser.get(`${callback.pathname}${callback.search}`);
  }

  async function race(urls: readonly string[], ids: readonly string[]): Promise<string[]> {
    const racers: (() => Promise<ClientResponse>)[] = [];
    // Ada signs in and consents at the provider only once, because that takes the most time.
    const cookies = new ProviderCookieJar();
    for (let index = 0; index < RACERS; index += 1) {
      const url = urls[index % urls.length] ?? '';
      const id = ids[Math.floor((index * ids.length) / RACERS)] ?? '';
      racers.push(await returning(url, id, cookies));
    }
    const responses = await Promise.all(racers.map((comeBack) => comeBack()));
    return responses.map(({ status, location }) => `${status} ${location}`);
  }

  describe.each(platforms())('on %s', (platform) => {
    let urls: string[];

    beforeAll(async () => {
      urls = await Promise.all(PROCESSES.map(() => startApp(platform)));
      await introduce(...urls);
    });

    it.each(RACES)(
      'many first sign-ins with one account in several processes create one user and all succeed (run %i) (H16)',
      async () => {
        const results = await race(urls, ['idp']);

        expect(new Set(results)).toEqual(new Set(urls.map((url) => `302 ${url}/home`)));
        expect(await counts(dataSource)).toEqual({ users: 1, accounts: 1, sessions: RACERS });
      },
    );

    it.each(RACES)(
      'first sign-ins at two providers with one address create one user, and one provider is refused (run %i) (H17)',
      async () => {
        const results = await race(urls, ['idp', 'idp2']);

        const refused = results.filter((result) => /error=OAuthAccountNotLinked/.test(result));
        const signedIn = results.filter((result) => result.endsWith('/home'));
        expect([signedIn.length, refused.length]).toEqual([RACERS / 2, RACERS / 2]);
        expect(await counts(dataSource)).toEqual({ users: 1, accounts: 1, sessions: RACERS / 2 });
      },
    );

    it.each(RACES)(
      'a callback opened in two processes at once, and again later, creates one account and one session (run %i) (C12)',
      async () => {
        const balancer = await Balancer.before(...urls);
        await introduce(...urls, balancer.url);
        const browser = new CookieClient(balancer.url);
        const { location = '' } = await browser.signIn('idp', { callbackUrl: '/home' });
        const callback = await signInAtProvider({
          authorizationUrl: location,
          sub: 'ada-lovelace',
        });
        const path = `${callback.pathname}${callback.search}`;
        const other = new CookieClient(balancer.url);
        for (const [name, value] of browser.cookies) other.cookies.set(name, value);

        const results = await Promise.all([browser.get(path), other.get(path)]);

        const locations = results.map(({ status, location: to }) => `${status} ${to}`);
        const [home, refused] = ['home', 'auth/signin?error=OAuthCallbackError'].map(
          (page) => `302 ${balancer.url}/${page}`,
        );
        expect(locations.toSorted()).toEqual([refused, home]);
        expect(await counts(dataSource)).toEqual({ users: 1, accounts: 1, sessions: 1 });

        const signedIn = locations[0] === home ? browser : other;
        const before = new Map(signedIn.cookies);
        const { status, location: to } = await signedIn.get(path);
        expect(`${status} ${to}`).toBe(home);
        expect(signedIn.cookies.get('authjs.session-token')).toBe(
          before.get('authjs.session-token'),
        );
        expect((await signedIn.get('/auth/session')).json()).toMatchObject({ user: {} });
        expect(await counts(dataSource)).toEqual({ users: 1, accounts: 1, sessions: 1 });
        await balancer.close();
      },
    );

    it.each(someOf(TABLES, nth))(
      'a process killed before it writes to %s leaves no row, and the next attempt succeeds (H14)',
      async (table) => {
        const quote = server.name === 'MariaDB' ? '`' : '"';
        const dying = await startApp(platform, `INSERT INTO ${quote}${table}${quote}`);
        const [living = ''] = urls;
        await introduce(dying, ...urls);

        await expect((await returning(dying, 'idp'))()).rejects.toThrow(
          /socket hang up|ECONNRESET/,
        );
        expect(await counts(dataSource)).toEqual({ users: 0, accounts: 0, sessions: 0 });

        const response = await (await returning(living, 'idp'))();
        expect(`${response.status} ${response.location}`).toBe(`302 ${living}/home`);
        expect(await counts(dataSource)).toEqual({ users: 1, accounts: 1, sessions: 1 });
      },
    );
  });
});
