import { Module } from '@nestjs/common';
import { Test } from '@nestjs/testing';
import { getDataSourceToken, getRepositoryToken, TypeOrmModule } from '@nestjs/typeorm';
import { aUser } from '@authnest/testing';
import { Column, DataSource, Entity, type Repository } from 'typeorm';
import {
  authEntities,
  authMigrations,
  AuthUser,
  TypeOrmAdapter,
  TypeOrmAuthModule,
} from './index.js';

const memory = {
  type: 'better-sqlite3',
  database: ':memory:',
  migrations: authMigrations(),
  migrationsRun: true,
} as const;

@Entity('users')
class Person extends AuthUser {
  @Column({ type: 'varchar', nullable: true })
  nickname!: string | null;
}

describe('TypeOrmAuthModule', () => {
  it('uses the entities that the DataSource lists', async () => {
    const app = await Test.createTestingModule({
      imports: [
        TypeOrmModule.forRoot({ ...memory, entities: authEntities() }),
        TypeOrmAuthModule.forFeature(),
      ],
    }).compile();

    const user = await app.get(TypeOrmAdapter).createUser(aUser());

    expect(await app.get(TypeOrmAdapter).getUser(user.id)).toEqual(user);
    await app.close();
  });

  it('registers the entities once with autoLoadEntities, even for two modules', async () => {
    @Module({ imports: [TypeOrmAuthModule.forFeature()] })
    class Other {}
    const app = await Test.createTestingModule({
      imports: [
        TypeOrmModule.forRoot({ ...memory, autoLoadEntities: true }),
        TypeOrmAuthModule.forFeature(),
        Other,
      ],
    }).compile();

    expect(app.get(DataSource).entityMetadatas).toHaveLength(7);
    expect(await app.get(TypeOrmAdapter).getUserByEmail('a@example.com')).toBeNull();
    await app.close();
  });

  it('accepts entities of the application, and provides their repositories', async () => {
    const entities = authEntities({ user: Person });
    const app = await Test.createTestingModule({
      imports: [
        TypeOrmModule.forRoot({
          ...memory,
          migrationsRun: false,
          synchronize: true,
          autoLoadEntities: true,
          name: 'own',
        }),
        TypeOrmAuthModule.forFeature({ entities, dataSource: 'own' }),
      ],
    }).compile();
    const { id } = await app.get(TypeOrmAdapter).createUser({ ...aUser(), nickname: 'B' } as never);

    const people = app.get<Repository<Person>>(getRepositoryToken(Person, 'own'));

    expect(await people.findOneBy({ id })).toMatchObject({ nickname: 'B' });
    expect(app.get<DataSource>(getDataSourceToken('own')).isInitialized).toBe(true);
    await app.close();
  });

  it('finds entities of the application that the DataSource lists', async () => {
    const app = await Test.createTestingModule({
      imports: [
        TypeOrmModule.forRoot({
          ...memory,
          migrationsRun: false,
          synchronize: true,
          entities: [...authEntities({ user: Person, prefix: 'p_' })],
        }),
        TypeOrmAuthModule.forFeature(),
      ],
    }).compile();

    const created = await app
      .get(TypeOrmAdapter)
      .createUser({ ...aUser(), nickname: 'B' } as never);

    expect(created).toMatchObject({ nickname: 'B' });
    await app.close();
  });

  it('lets the application provide the adapter itself', async () => {
    const app = await Test.createTestingModule({
      imports: [TypeOrmModule.forRoot({ ...memory, entities: authEntities() })],
      providers: [TypeOrmAdapter],
    }).compile();

    expect(await app.get(TypeOrmAdapter).getUserByEmail('a@example.com')).toBeNull();
    await app.close();
  });

  it('refuses to start without the entities, and names the entities to add', async () => {
    const starting = Test.createTestingModule({
      imports: [TypeOrmModule.forRoot(memory), TypeOrmAuthModule.forFeature()],
    }).compile();

    await expect(starting).rejects.toThrow('add `...authEntities()` to its `entities`');
  });
});
