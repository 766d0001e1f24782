import type {
  Adapter,
  AdapterAuthenticator,
  Addition,
  NewAuthenticator,
  Registration,
} from '@authnest/core';
import { TypeOrmAdapter } from '@authnest/typeorm';
import type { DataSource } from 'typeorm';
import {
  databaseServers,
  describeDatabases,
  openMigrated,
  type TestDatabase,
} from '../support/databases.js';
import { isRefused, PasskeyUser, startPasskeyApp } from '../support/passkeys.js';
import { SoftwareAuthenticator } from '../support/software-authenticator.js';
import { platforms, type TestApp } from '../support/test-app.js';

/** Returns an adapter that cannot store a passkey, the last row of a sign-up, while it is down. */
function brokenAdapter(stored: TypeOrmAdapter, isDown: () => boolean, registers: boolean): Adapter {
  return new Proxy<Adapter>(stored, {
    get(target, name) {
      if (name === 'createAuthenticator') {
        return (authenticator: AdapterAuthenticator) =>
          isDown() ? Promise.reject(new Error('gone')) : stored.createAuthenticator(authenticator);
      }
      if (name === 'registerUser') {
        if (!registers) return undefined;
        return ({ authenticator, ...registration }: Registration) =>
          stored.registerUser({
            ...registration,
            authenticator: spoiltIf(isDown(), authenticator),
          });
      }
      if (name === 'addToUser') {
        if (!registers) return undefined;
        return ({ authenticator, ...addition }: Addition) =>
          stored.addToUser({ ...addition, authenticator: spoiltIf(isDown(), authenticator) });
      }
      const member: unknown = Reflect.get(target, name);
      return typeof member === 'function' ? member.bind(target) : member;
    },
  });
}

/** Makes a row invalid for any database while the adapter is down. */
function spoiltIf(isDown: boolean, authenticator: NewAuthenticator | undefined) {
  const spoilt = isDown && { credentialPublicKey: JSON.parse('null') as string };
  return authenticator && { ...authenticator, ...spoilt };
}

describeDatabases(await databaseServers(), (server) => {
  let database: TestDatabase;
  let dataSource: DataSource;
  let stored: TypeOrmAdapter;

  beforeAll(async () => {
    database = await server.create();
    dataSource = await openMigrated(database.options);
    stored = new TypeOrmAdapter(dataSource);
  });
  afterAll(async () => {
    await dataSource.destroy();
    await database.drop();
  });

  describe.each(platforms())('passkeys on %s', (platform) => {
    const apps: TestApp[] = [];
    let count = 0;

    afterEach(async () => {
      await Promise.all(apps.splice(0).map((app) => app.close()));
    });

    async function start(adapter: Adapter = stored): Promise<TestApp> {
      const app = await startPasskeyApp({
        platform,
        adapter,
        // All instances belong to one site, whatever address they listen on.
        provider: { relayingParty: { id: 'localhost', origin: 'http://localhost:3000' } },
      });
      apps.push(app);
      return app;
    }

    /** Registers a user with a passkey that has the given counter. */
    async function registered(app: TestApp, counter = 0) {
      const email = `${platform}-${(count += 1)}@example.com`;
      const ada = new PasskeyUser(app);
      const authenticator = new SoftwareAuthenticator('http://localhost:3000');
      const { response } = await ada.register(email, authenticator, { counter });
      expect(response.location).toBe(app.url);
      return { ada, authenticator, email };
    }

    it('an assertion is accepted only once across two instances (G01)', async () => {
      const app = await start();
      const other = await start();
      const { authenticator } = await registered(app);
      const thief = new PasskeyUser(other);
      const user = new PasskeyUser(app);
      const { options } = await user.ask({ action: 'authenticate' });
      const assertion = authenticator.get(options);
      const challenge = user.browser.cookies.get('authjs.challenge') ?? '';

      await user.respond('authenticate', assertion);
      expect(await user.session()).not.toBeNull();
      for (const who of [thief, new PasskeyUser(app)]) {
        who.browser.cookies.set('authjs.challenge', challenge);
        expect(isRefused(await who.respond('authenticate', assertion))).toBe(true);
        expect(await who.session()).toBeNull();
      }
    });

    it('only one of eight parallel requests with the same assertion is accepted (G01)', async () => {
      const app = await start();
      const { authenticator } = await registered(app);
      const first = new PasskeyUser(app);
      const { options } = await first.ask({ action: 'authenticate' });
      const assertion = authenticator.get(options);
      const challenge = first.browser.cookies.get('authjs.challenge') ?? '';
      const users = [first, ...Array.from({ length: 7 }, () => new PasskeyUser(app))];
      for (const { browser } of users) {
        await browser.csrfToken();
        browser.cookies.set('authjs.challenge', challenge);
      }

      const responses = await Promise.all(
        users.map((user) => user.respond('authenticate', assertion)),
      );

      expect(responses.filter((response) => !isRefused(response))).toHaveLength(1);
      const sessions = await Promise.all(users.map((user) => user.session()));
      expect(sessions.filter((session) => session !== null)).toHaveLength(1);
    });

    it('a counter must rise: 11 after 10 is accepted; 10, 9 and 0 are refused and logged (G07)', async () => {
      const app = await start();
      const { authenticator } = await registered(app, 10);

      for (const counter of [10, 9, 0]) {
        const user = new PasskeyUser(app);
        expect(isRefused(await user.signIn(authenticator, { counter }))).toBe(true);
        expect(await user.session()).toBeNull();
      }
      expect(app.logs.types).toEqual(Array(3).fill('WebAuthnVerificationError'));
      const { location } = await new PasskeyUser(app).signIn(authenticator, { counter: 11 });

      expect(location).toBe(app.url);
      expect((await stored.getAuthenticator(authenticator.credentialID))?.counter).toBe(11);
    });

    it('only one of two parallel assertions with the counter 11 is accepted, but a counter may stay 0 (G07)', async () => {
      const app = await start();
      const { authenticator } = await registered(app, 10);
      const users = [new PasskeyUser(app), new PasskeyUser(app)];
      const assertions = await Promise.all(
        users.map(async (user) => {
          const { options } = await user.ask({ action: 'authenticate' });
          await user.browser.csrfToken();
          return authenticator.get(options, { counter: 11 });
        }),
      );

      const responses = await Promise.all(
        users.map((user, index) => user.respond('authenticate', assertions[index] ?? '')),
      );

      expect(responses.filter(isRefused)).toHaveLength(1);
      const { authenticator: zero } = await registered(app);
      for (let time = 0; time < 2; time += 1) {
        expect((await new PasskeyUser(app).signIn(zero)).location).toBe(app.url);
      }
    });

    it('a credential id that is already registered is refused, and its key, counter and owner are kept (G09)', async () => {
      const app = await start();
      const { ada, authenticator } = await registered(app, 4);
      const before = await stored.getAuthenticator(authenticator.credentialID);
      const same = () =>
        new SoftwareAuthenticator('http://localhost:3000', authenticator.credentialId);
      const { ada: eve } = await registered(app);

      const attempts = [
        await ada.register('', same()),
        await eve.register('', same()),
        await new PasskeyUser(app).register(`new-${platform}-${count}@example.com`, same()),
      ];

      for (const { response } of attempts) {
        expect(response.location).toBe(`${app.url}/auth/signin?error=AccountNotLinked`);
      }
      expect(await stored.getAuthenticator(authenticator.credentialID)).toEqual(before);
      expect(await stored.getUserByEmail(`new-${platform}-${count}@example.com`)).toBeNull();
    });

    it.each(['with registerUser', 'without registerUser'])(
      'a passkey that cannot be stored leaves no user in an adapter %s (G13)',
      async (kind) => {
        let isDown = true;
        const broken = brokenAdapter(stored, () => isDown, kind === 'with registerUser');
        const app = await start(broken);
        const email = `orphan-${platform}-${kind.replaceAll(' ', '-').toLowerCase()}@example.com`;
        const user = new PasskeyUser(app);
        const authenticator = new SoftwareAuthenticator('http://localhost:3000');

        const { response } = await user.register(email, authenticator);

        expect(response.location).toContain('error=Configuration');
        expect(await user.session()).toBeNull();
        expect(await stored.getUserByEmail(email)).toBeNull();
        const { credentialID: providerAccountId } = authenticator;
        expect(await stored.getAccount(providerAccountId, 'passkey')).toBeNull();
        expect(await stored.getAuthenticator(providerAccountId)).toBeNull();

        isDown = false;
        expect((await user.register(email, authenticator)).response.location).toBe(app.url);
      },
    );

    it.each([
      ['in a transaction', true],
      ['in single steps', false],
    ])(
      'a second passkey that cannot be stored %s leaves no account that blocks it (G13)',
      async (_name, together) => {
        let isDown = false;
        const broken = brokenAdapter(stored, () => isDown, together);
        const app = await start(broken);
        const { ada } = await registered(app);
        isDown = true;
        const second = new SoftwareAuthenticator('http://localhost:3000');

        expect((await ada.register('', second)).response.location).toContain('error=Configuration');
        expect(await stored.getAccount(second.credentialID, 'passkey')).toBeNull();

        isDown = false;
        expect((await ada.register('', second)).response.location).toBe(app.url);
      },
    );
  });
});
