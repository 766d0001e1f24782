import { AuthModule, Credentials } from '@authnest/core';
import { authEntities, authMigrations, TypeOrmAdapter, TypeOrmAuthModule } from '@authnest/typeorm';
import { Module, type Type } from '@nestjs/common';
import { TypeOrmModule, type TypeOrmModuleOptions } from '@nestjs/typeorm';
import { SECRET } from '../workloads.js';
import { GuardedOrdersController } from './guarded-orders.controller.js';
import type { StatementCounter } from './statement-counter.js';

/** Sessions in a database. */
export function databaseApplication(
  database: TypeOrmModuleOptions,
  counter: StatementCounter | undefined,
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
          adapter,
          secret: SECRET,
          trustHost: true,
          session: { strategy: 'database' as const },
          providers: [Credentials({ authorize: () => null })],
        }),
      }),
    ],
    controllers: [GuardedOrdersController],
  })
  class DatabaseModule {}
  return DatabaseModule;
}
