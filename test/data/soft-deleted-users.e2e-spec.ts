import { AccessDenied } from '@authnest/core';
import { aSession, aUser, anAccount } from '@authnest/testing';
import { AuthUser, authEntities, StoreError, TypeOrmAdapter } from '@authnest/typeorm';
import { DataSource, DeleteDateColumn, Entity } from 'typeorm';
import { databaseServers, describeDatabases, type TestDatabase } from '../support/databases.js';
import { MeController, SESSION } from '../support/signed-out.js';
import { JANE, platforms, TestApp } from '../support/test-app.js';

@Entity('users')
class Person extends AuthUser {
  // Not selected by default, so that the adapter cannot rely on reading it.
  @DeleteDateColumn({ select: false })
  deletedAt!: Date | null;
}

const entities = authEntities({ user: Person });

describeDatabases(await databaseServers(), (server) => {
  let database: TestDatabase;
  let dataSource: DataSource;
  let adapter: TypeOrmAdapter;

  beforeAll(async () => {
    database = await server.create();
    dataSource = new DataSource({ ...database.options, entities, synchronize: true });
    await dataSource.initialize();
    // Of another system, which the adapter sees at its first look.
    await dataSource.getRepository(Person).save(aUser({ email: 'Early@Example.com' }));
    adapter = new TypeOrmAdapter(dataSource);
  });
  afterAll(async () => {
    await dataSource.destroy();
    await database.drop();
  });

  describe.each(platforms())('a soft-deleted user, on %s', (platform) => {
    let app: TestApp;

    beforeAll(async () => {
      const module = { controllers: [MeController] };
      app = await TestApp.start({ platform, config: { adapter }, module });
    });
    afterAll(() => app.close());

    it('is refused with AccessDenied, and can sign in again once restored (Q11)', async () => {
      const jane = { ...JANE, username: `jane-${platform}` };
      const browser = app.client();
      await browser.signIn('credentials', jane);
      const people = dataSource.getRepository(Person);
      const person = await people.findOneByOrFail({ email: `jane-${platform}@example.com` });

      await people.softDelete(person.id);
      const refused = await app.client().signIn('credentials', jane);
      await people.restore(person.id);
      const back = app.client();
      await back.signIn('credentials', jane);

      expect(refused.location).toContain('error=AccessDenied');
      expect(await back.session()).toMatchObject({ user: { name: `jane-${platform}` } });
      expect(await people.count({ withDeleted: true })).toBe(await people.count());
    });

    it.each(['softDelete', 'softRemove'] as const)(
      'has no session when restored after `%s` (Q11)',
      async (how) => {
        const user = await adapter.createUser(aUser());
        const { sessionToken } = await adapter.createSession(aSession({ userId: user.id }));
        const other = await adapter.createUser(aUser());
        const kept = await adapter.createSession(aSession({ userId: other.id }));
        const people = dataSource.getRepository(Person);

        if (how === 'softDelete') await people.softDelete(user.id);
        else await people.softRemove(await people.findOneByOrFail({ id: user.id }));
        await people.restore(user.id);

        const cookie = `${SESSION}=${sessionToken}`;
        expect((await app.client().get('/me', { cookie })).status).toBe(401);
        const others = `${SESSION}=${kept.sessionToken}`;
        expect((await app.client().get('/me', { cookie: others })).status).toBe(200);
      },
    );
  });

  it('a soft-deleted user does not hide a living one whose address has another letter case (Q11)', async () => {
    const people = dataSource.getRepository(Person);
    const gone = await people.save(aUser({ email: 'HIDDEN@EXAMPLE.COM' }));
    await people.softDelete(gone.id);
    // A column that ignores case refuses the second row.
    if (server.name === 'MariaDB') await people.delete(gone.id);
    const living = await people.save(aUser({ email: 'Hidden@Example.com' }));

    const found = await new TypeOrmAdapter(dataSource).getUserByEmail('hidden@example.com');

    expect(found?.id).toBe(living.id);
    await people.delete([gone.id, living.id]);
  });

  it("linking the account of a soft-deleted user is refused with AccessDenied, another user's not (Q11)", async () => {
    const [gone, other] = [await adapter.createUser(aUser()), await adapter.createUser(aUser())];
    const account = anAccount({ userId: gone.id });
    await adapter.linkAccount(account);
    const linking = () => adapter.linkAccount({ ...account, userId: other.id });
    await expect(linking()).rejects.toThrow(StoreError);

    await dataSource.getRepository(Person).softDelete(gone.id);

    await expect(linking()).rejects.toThrow(AccessDenied);
  });

  it('a user has no session when restored, if the DataSource was initialized again', async () => {
    const own = await new DataSource({ ...database.options, entities }).initialize();
    const again = new TypeOrmAdapter(own);
    const user = await again.createUser(aUser());
    const { sessionToken } = await again.createSession(aSession({ userId: user.id }));
    await own.destroy();
    await own.initialize();
    expect((await again.getSessionAndUser(sessionToken))?.user.id).toBe(user.id);

    const people = own.getRepository(Person);
    await people.softDelete(user.id);
    await people.restore(user.id);

    expect(await again.getSessionAndUser(sessionToken)).toBeNull();
    await own.destroy();
  });

  it('a user keeps the sessions when the soft deletion is rolled back (Q11)', async () => {
    const user = await adapter.createUser(aUser());
    const { sessionToken } = await adapter.createSession(aSession({ userId: user.id }));

    const failing = dataSource.transaction(async (manager) => {
      await manager.softDelete(Person, user.id);
      throw new Error('rolled back');
    });

    await expect(failing).rejects.toThrow('rolled back');
    expect((await adapter.getSessionAndUser(sessionToken))?.user.id).toBe(user.id);
  });

  it('a soft-deleted user is erased by deleteUser (Q11)', async () => {
    const user = await adapter.createUser(aUser());
    const people = dataSource.getRepository(Person);
    await people.softDelete(user.id);

    expect((await adapter.deleteUser(user.id))?.id).toBe(user.id);

    expect(await people.existsBy({ id: user.id })).toBe(false);
    expect(await people.exists({ where: { id: user.id }, withDeleted: true })).toBe(false);
    expect(await adapter.deleteUser(user.id)).toBeNull();
  });

  it('registering the address of an existing user returns null, not AccessDenied (Q11)', async () => {
    const user = await adapter.createUser(aUser());

    expect(await adapter.registerUser({ user: aUser({ email: user.email }) })).toBeNull();
  });
});
