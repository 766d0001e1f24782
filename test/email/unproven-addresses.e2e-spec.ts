import { aSession, aUser, anAccount, anAuthenticator } from '@authnest/testing';
import { TypeOrmAdapter } from '@authnest/typeorm';
import type { DataSource } from 'typeorm';
import {
  databaseServers,
  describeDatabases,
  openMigrated,
  type TestDatabase,
} from '../support/databases.js';
import { MailApp } from '../support/mail-app.js';
import { platforms } from '../support/test-app.js';
import { WatchedStore } from '../support/watched-store.js';
import { without } from '../support/without.js';

describeDatabases(await databaseServers(), (server) => {
  describe.each(platforms())('an address that somebody else registered, on %s', (platform) => {
    let database: TestDatabase;
    let dataSource: DataSource;
    let adapter: TypeOrmAdapter;
    let mail: MailApp;

    beforeAll(async () => {
      database = await server.create();
      dataSource = await openMigrated(database.options);
      adapter = new TypeOrmAdapter(dataSource);
      mail = await MailApp.start({ platform, adapter });
    });
    afterAll(async () => {
      await mail.close();
      await dataSource.destroy();
      await database.drop();
    });

    /** Creates a user with an account, a passkey and a session before the address is verified. */
    async function register(email: string, proof: { emailVerified: boolean }) {
      const { id: userId } = await adapter.createUser(aUser({ email, emailVerified: null }));
      await adapter.linkAccount(anAccount({ userId, ...proof }));
      const { credentialID } = await adapter.createAuthenticator(anAuthenticator({ userId }));
      const { sessionToken } = await adapter.createSession(aSession({ userId }));
      const left = async () => ({
        accounts: (await adapter.listAccountsByUserId(userId)).length,
        passkey: (await adapter.getAuthenticator(credentialID)) !== null,
        session: (await adapter.getSessionAndUser(sessionToken)) !== null,
      });
      return { userId, sessionToken, left };
    }

    it('lets its owner sign in, and all earlier access is removed (A26)', async () => {
      const { userId, sessionToken, left } = await register('victim@x.example', {
        emailVerified: false,
      });
      const owner = mail.client();

      await owner.get(await mail.linkFor('victim@x.example', owner));

      expect(await owner.session()).toMatchObject({ user: { email: 'victim@x.example' } });
      expect(await left()).toEqual({ accounts: 0, passkey: false, session: false });
      expect((await adapter.getUser(userId))?.emailVerified).toBeInstanceOf(Date);
      const attacker = mail.client();
      attacker.cookies.set('authjs.session-token', sessionToken);
      expect(await attacker.session()).toBeNull();
    });

    it('keeps earlier access if a linked account has verified it (A26)', async () => {
      const { left } = await register('proven@x.example', { emailVerified: true });
      const owner = mail.client();

      await owner.get(await mail.linkFor('proven@x.example', owner));

      expect(await owner.session()).toMatchObject({ user: { email: 'proven@x.example' } });
      expect(await left()).toEqual({ accounts: 1, passkey: true, session: true });
    });

    it('belongs to a new user once its previous owner has changed to another address', async () => {
      const first = mail.client();
      await first.get(await mail.linkFor('old@x.example', first));
      const known = await adapter.getUserByEmail('old@x.example');
      await adapter.updateUser({ id: known?.id ?? '', email: 'new@x.example' });
      const next = mail.client();

      await next.get(await mail.linkFor('old@x.example', next));

      expect(await next.session()).toMatchObject({ user: { email: 'old@x.example' } });
      expect((await adapter.getUserByEmail('old@x.example'))?.id).not.toBe(known?.id);
      expect(await first.session()).toMatchObject({ user: { email: 'new@x.example' } });
    });
  });
});

describe.each(platforms())('an adapter that cannot end sessions, on %s', (platform) => {
  it('makes sign-in refuse the owner of an unverified address rather than share the user (A26)', async () => {
    const store = await WatchedStore.open('sqlite');
    const { id: userId } = await store.real.createUser(
      aUser({ email: 'victim@x.example', emailVerified: null }),
    );
    const { sessionToken } = await store.real.createSession(aSession({ userId }));
    const adapter = without(store.adapter, 'proveUser', 'deleteSessionsByUserId');
    const mail = await MailApp.start({ platform, adapter });
    const owner = mail.client();

    const response = await owner.get(await mail.linkFor('victim@x.example', owner));

    expect(response.location).toContain('error=AccessDenied');
    expect(await owner.session()).toBeNull();
    expect(await store.real.getSessionAndUser(sessionToken)).not.toBeNull();
    await mail.close();
    await store.close();
  });
});
