import { type AdapterUser, Credentials, Email, OIDC, Passkey } from '@authnest/core';
import type { Slots } from '@authnest/core/feature';
import { FakeOAuthServer } from '@authnest/testing';
import { TypeOrmAdapter } from '@authnest/typeorm';
import { Injectable } from '@nestjs/common';
import type { DataSource } from 'typeorm';
import { aUser } from '@authnest/testing';
import {
  databaseServers,
  describeDatabases,
  openMigrated,
  type TestDatabase,
} from '../support/databases.js';
import { PasskeyUser } from '../support/passkeys.js';
import { plainOAuth } from '../support/plain-oauth.js';
import { RACE_TIMEOUT_MS, RACES } from '../support/races.js';
import { SoftwareAuthenticator } from '../support/software-authenticator.js';
import { type CheckedClient, PASSWORD, platforms, TestApp } from '../support/test-app.js';

const ORIGIN = 'http://localhost:3000';

/** Users with a password, as a feature stores them. */
const passwords = new Set<string>();

/** What is said of a user next, in place of that. */
const answers = new Map<string, (() => Promise<boolean>)[]>();

@Injectable()
class ByPassword {
  has: Slots['way']['has'] = (_ctx, userId) =>
    answers.get(userId)?.shift()?.() ?? passwords.has(userId);
}

const secrets = { name: 'secrets', providers: [ByPassword], slots: { way: ByPassword } };

describeDatabases(await databaseServers(), (server) => {
  describe.each(platforms())('the last way to sign in, on %s', (platform) => {
    let database: TestDatabase;
    let dataSource: DataSource;
    let adapter: TypeOrmAdapter;
    let idp: FakeOAuthServer;
    let app: TestApp;
    let withMail: TestApp;
    let count = 0;

    beforeAll(async () => {
      database = await server.create();
      dataSource = await openMigrated(database.options);
      adapter = new TypeOrmAdapter(dataSource);
      idp = await FakeOAuthServer.start({ issuer: 'https://idp.example' });
      const providers = [
        Credentials({
          usersOfAdapter: true,
          credentials: { email: {}, password: { type: 'password' } },
          authorize: async ({ email = '', password }) =>
            password === PASSWORD ? adapter.getUserByEmail(email) : null,
        }),
        OIDC({ id: 'idp', name: 'IdP', ...idp.client }),
        plainOAuth(),
        Passkey({ relayingParty: { id: 'localhost', origin: ORIGIN } }),
      ];
      const mail = Email({ sendVerificationRequest: () => Promise.resolve() });
      const config = { adapter, account: true, fetch: idp.fetch } as const;
      const extras = { features: [secrets] };
      const experimental = { enableWebAuthn: true };
      app = await TestApp.start({
        platform,
        config: { ...config, providers, experimental },
        extras,
      });
      withMail = await TestApp.start({
        platform,
        config: { ...config, providers: [...providers, mail], experimental },
      });
    });
    afterAll(async () => {
      await app.close();
      await withMail.close();
      await idp.close();
      await dataSource.destroy();
      await database.drop();
    });

    async function personWith(...providers: readonly ('idp' | 'gh')[]): Promise<AdapterUser> {
      const email = `ada-${(count += 1)}@example.com`;
      const user = await adapter.createUser({ ...aUser(), email, emailVerified: new Date() });
      for (const provider of providers) {
        await adapter.linkAccount({
          userId: user.id,
          provider,
          providerAccountId: user.id,
          type: provider === 'idp' ? 'oidc' : 'oauth',
          access_token: 'canary-token',
        });
      }
      return user;
    }
    async function signedIn({ email }: AdapterUser, at = app): Promise<CheckedClient> {
      const browser = at.client();
      await browser.signIn('credentials', { email, password: PASSWORD });
      return browser;
    }
    async function addPasskey(browser: CheckedClient, email: string): Promise<string> {
      const key = new SoftwareAuthenticator(ORIGIN);
      await new PasskeyUser(app, browser).register(email, key);
      return key.credentialId.toString('base64url');
    }
    async function unlink(
      browser: CheckedClient,
      provider: string,
    ): Promise<() => Promise<number>> {
      const json = (await browser.get('/auth/account', { accept: 'application/json' })).json<{
        accounts: { provider: string; id: string }[];
      }>();
      const id = json.accounts.find((one) => one.provider === provider)?.id ?? '';
      const csrfToken = await browser.csrfToken();
      return async () =>
        (await browser.post('/auth/account/unlink', { json: { provider, id, csrfToken } })).status;
    }
    async function remove(browser: CheckedClient, id: string): Promise<() => Promise<number>> {
      const csrfToken = await browser.csrfToken();
      return async () =>
        (await browser.post('/auth/account/passkey-remove', { json: { id, csrfToken } })).status;
    }
    const accountsOf = async ({ id }: AdapterUser) =>
      (await adapter.listAccountsByUserId(id)).map(({ provider }) => provider).sort();

    it('stays, be it an account or a passkey (K46)', async () => {
      const user = await personWith('idp');
      const browser = await signedIn(user);
      expect(await (await unlink(browser, 'idp'))()).toBe(409);
      const id = await addPasskey(browser, user.email);
      expect(await (await unlink(browser, 'idp'))()).toBe(200);
      expect(await (await remove(browser, id))()).toBe(409);
      expect(await accountsOf(user)).toEqual(['passkey']);
    });

    it('may be a password, or the address (K46)', async () => {
      const user = await personWith('idp');
      passwords.add(user.id);
      expect(await (await unlink(await signedIn(user), 'idp'))()).toBe(200);

      const mailed = await personWith('idp');
      const browser = await signedIn(mailed, withMail);
      expect(await (await unlink(browser, 'idp'))()).toBe(200);
      expect([await accountsOf(user), await accountsOf(mailed)]).toEqual([[], []]);
    });

    it('is restored even if all sessions have ended since it was removed (K46)', async () => {
      const user = await personWith('idp');
      passwords.add(user.id);
      const removal = await unlink(await signedIn(user), 'idp');
      answers.set(user.id, [
        async () => true,
        // Another removal took the password, and has ended the other sessions.
        async () => {
          await adapter.endAccess({ userId: user.id, at: new Date() });
          return false;
        },
      ]);

      expect(await removal()).toBe(409);
      expect(await accountsOf(user)).toEqual(['idp']);
    });

    it.each(RACES)(
      'stays when an account and a passkey are removed at once (run %i, K46)',
      async () => {
        const user = await personWith('gh');
        const browser = await signedIn(user);
        const id = await addPasskey(browser, user.email);
        const removals = [await unlink(browser, 'gh'), await remove(browser, id)];

        const statuses = await Promise.all(removals.map((one) => one()));

        const left = await accountsOf(user);
        expect(left.length).toBeGreaterThan(0);
        expect(left).toHaveLength(statuses.filter((status) => status !== 200).length);
        const keys = await adapter.listAuthenticatorsByUserId(user.id);
        expect(keys).toHaveLength(left.includes('passkey') ? 1 : 0);
      },
      RACE_TIMEOUT_MS,
    );

    it.each(RACES)(
      'stays when two accounts are unlinked at once in two browsers (run %i, K46)',
      async () => {
        const user = await personWith('gh', 'idp');
        const browsers = [await signedIn(user), await signedIn(user)];
        const removals = [
          await unlink(browsers[0] as CheckedClient, 'gh'),
          await unlink(browsers[1] as CheckedClient, 'idp'),
        ];

        await Promise.all(removals.map((one) => one()));

        const [account] = await adapter.listAccountsByUserId(user.id);
        expect(account?.access_token).toBe('canary-token');
      },
      RACE_TIMEOUT_MS,
    );
  });
});
