import { type Adapter, AuthModule, Credentials } from '@authnest/core';
import { authEntities, authMigrations, TypeOrmAdapter, TypeOrmAuthModule } from '@authnest/typeorm';
import { Module, type Type } from '@nestjs/common';
import { TypeOrmModule, type TypeOrmModuleOptions } from '@nestjs/typeorm';
import { PASSWORD, SECRET, userId } from '../workloads.js';
import { GuardedOrdersController } from './guarded-orders.controller.js';
import type { StatementCounter } from './statement-counter.js';

/** Users are already stored. Hashes no passwords: the cost would outweigh everything else. */
const byPassword = Credentials({
  usersOfAdapter: true,
  credentials: { username: {}, password: { type: 'password' } },
  authorize: ({ username = '', password }) =>
    password === PASSWORD
      ? {
          id: userId(Number(username.slice('user-'.length))),
          name: username,
          email: `${username}@example.com`,
        }
      : null,
});

/** An application with stored sessions. @param sessions - may store them apart from the users */
export function databaseApplication(
  database: TypeOrmModuleOptions,
  counter: StatementCounter | undefined,
  sessions: (users: Adapter) => Adapter = (users) => users,
): Type {
  @Module({
    imports: [
      TypeOrmModule.forRoot({
        ...database,
        entities: [...authEntities()],
        migrations: [...authMigrations()],
        migrationsRun: true,
        ...(counter ? { logging: 'all', logger: counter } : { logging: false }),
      }),
      AuthModule.forRootAsync({
        imports: [TypeOrmAuthModule.forFeature()],
        inject: [TypeOrmAdapter],
        useFactory: (adapter: TypeOrmAdapter) => ({
          adapter: sessions(adapter),
          secret: SECRET,
          trustHost: true,
          session: { strategy: 'database' as const },
          providers: [byPassword],
        }),
      }),
    ],
    controllers: [GuardedOrdersController],
  })
  class DatabaseModule {}
  return DatabaseModule;
}
