import { aSession, aUser, anAccount, anAuthenticator } from '@authnest/testing';
import { authEntities, AuthSession, AuthUser, TypeOrmAdapter } from '@authnest/typeorm';
import { DataSource, type DataSourceOptions, Entity, ManyToOne } from 'typeorm';
import { databaseServers, describeDatabases } from '../support/databases.js';

@Entity('users')
class OwnUser extends AuthUser {}

/** A relation to the user that deletes nothing with the user. */
@Entity('sessions')
class OwnSession extends AuthSession {
  @ManyToOne(() => OwnUser, { nullable: false })
  declare user: AuthUser;
}

@Entity('sessions')
class LooseSession extends AuthSession {
  @ManyToOne(() => OwnUser, { nullable: false, createForeignKeyConstraints: false })
  declare user: AuthUser;
}

describeDatabases(await databaseServers(), (server) => {
  it.each([
    ['without `onDelete` (DT20)', OwnSession],
    ['without a foreign key (DT11)', LooseSession],
  ])('a user is deleted with sessions whose relation is %s', async (_, session) => {
    const database = await server.create();
    const dataSource = await new DataSource({
      ...database.options,
      entities: [...authEntities({ user: OwnUser, session })],
      synchronize: true,
    } as DataSourceOptions).initialize();
    const adapter = new TypeOrmAdapter(dataSource);
    const { id: userId } = await adapter.createUser(aUser());
    const { sessionToken } = await adapter.createSession(aSession({ userId }));
    const account = await adapter.linkAccount(anAccount({ userId }));
    const { credentialID } = await adapter.createAuthenticator(anAuthenticator({ userId }));

    expect(await adapter.deleteUser(userId)).toMatchObject({ id: userId });

    expect(await adapter.deleteSession(sessionToken)).toBeNull();
    expect(await adapter.getAuthenticator(credentialID)).toBeNull();
    const again = await adapter.registerUser({ user: aUser(), account });
    expect(again).not.toBeNull();
    await dataSource.destroy();
    await database.drop();
  });
});
