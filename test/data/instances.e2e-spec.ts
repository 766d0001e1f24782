import { Email } from '@authnest/core';
import { TypeOrmAdapter } from '@authnest/typeorm';
import { DataSource } from 'typeorm';
import { Balancer } from '../support/balancer.js';
import {
  databaseServers,
  describeDatabases,
  openMigrated,
  type TestDatabase,
} from '../support/databases.js';
import { Mailbox } from '../support/mailbox.js';
import { authorize, CLIENT_SECRET, OidcProvider } from '../support/oidc.js';
import { CheckedClient, credentials, JANE, platforms, TestApp } from '../support/test-app.js';

const INSTANCES = 4;

describeDatabases(await databaseServers(), (server) => {
  describe.each(platforms())(
    'four instances behind a load balancer without sticky sessions, on %s',
    (platform) => {
      let database: TestDatabase;
      let idp: OidcProvider;
      let mailbox: Mailbox;
      let balancer: Balancer;
      const dataSources: DataSource[] = [];
      const apps: TestApp[] = [];

      beforeAll(async () => {
        database = await server.create();
        await (await openMigrated(database.options)).destroy();
        idp = await OidcProvider.start();
        mailbox = await Mailbox.start();
        for (let instance = 0; instance < INSTANCES; instance += 1) {
          const dataSource = await new DataSource(database.options).initialize();
          dataSources.push(dataSource);
          const adapter = new TypeOrmAdapter(dataSource);
          const providers = [credentials(), idp.config('idp'), Email({ server: mailbox.url })];
          apps.push(await TestApp.start({ platform, config: { adapter, providers } }));
        }
        balancer = await Balancer.before(...apps.map(({ url }) => url));
        await idp.provider.addClient({
          client_id: 'client-idp',
          client_secret: CLIENT_SECRET,
          redirect_uris: [`${balancer.url}/auth/callback/idp`],
        });
      });
      afterAll(async () => {
        await balancer.close();
        for (const app of apps.splice(0)) await app.close();
        for (const dataSource of dataSources.splice(0)) await dataSource.destroy();
        await mailbox.close();
        await idp.close();
        await database.drop();
      });

      const flows: Record<string, (browser: CheckedClient) => Promise<unknown>> = {
        credentials: (browser) => browser.signIn('credentials', JANE),
        'OpenID Connect': async (browser) => browser.get(await authorize(browser, 'idp')),
        'an emailed link': async (browser) => {
          await browser.signIn('email', { email: 'vera@x.example', callbackUrl: '/home' });
          return browser.get(await mailbox.link());
        },
      };

      it.each(Object.keys(flows))(
        'sign in by %s and sign out again, with each request at another instance (H21)',
        async (flow) => {
          const browser = new CheckedClient(balancer);
          const before = [...balancer.served];

          await flows[flow]?.(browser);
          const sessions = [await browser.session(), await browser.session()];
          expect(sessions).toEqual([
            expect.objectContaining({ user: expect.anything() as unknown }),
            sessions[0],
          ]);
          await browser.signOut();
          expect(await browser.session()).toBeNull();

          const served = balancer.served.map((count, at) => count - (before[at] ?? 0));
          expect(served.every((count) => count > 0)).toBe(true);
        },
      );
    },
  );
});
