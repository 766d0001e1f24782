import { type Adapter, AuthModule, Credentials } from '@authnest/core';
import { authEntities, authMigrations, TypeOrmAdapter, TypeOrmAuthModule } from '@authnest/typeorm';
import { Module, type Type } from '@nestjs/common';
import { TypeOrmModule, type TypeOrmModuleOptions } from '@nestjs/typeorm';
import { PASSWORD, SECRET, userId } from '../workloads.js';
import { GuardedOrdersController } from './guarded-orders.controller.js';
import type { StatementCounter } from './statement-counter.js';

/** The users are stored already; no password hash, as its cost would hide everything else. */
const byPassword = Credentials({
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

/** Sessions in a database. @param sessions - keeps them elsewhere than the users */
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
