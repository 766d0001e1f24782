import { AuthModule } from '@authnest/core';
import { authEntities, authMigrations, TypeOrmAdapter, TypeOrmAuthModule } from '@authnest/typeorm';
import { TypeOrmModule } from '@nestjs/typeorm';
import { Deferred } from '../../support/deferred.js';
import { credentials, platforms, SECRET, TestApp } from '../../support/test-app.js';

// Starts an application whose sign-ins wait until the process receives SIGTERM. Prints its URL, and
// `waiting` once the given number of sign-ins wait. Arguments: platform, database file, number.
const [, , name, database = '', count] = process.argv;
const platform = platforms().find((known) => known === name) ?? 'express';
const asked = new Deferred();
const isInContainer = process.pid === 1;
// Keeps the process alive, as a Redis client that is never closed would.
if (isInContainer) setInterval(() => {}, 60_000);
let waiting = 0;
process.once('SIGTERM', () => asked.resolve());

const { url } = await TestApp.start({
  platform,
  auth: () =>
    AuthModule.forRootAsync({
      imports: [TypeOrmAuthModule.forFeature()],
      inject: [TypeOrmAdapter],
      useFactory: (adapter: TypeOrmAdapter) => ({
        secret: SECRET,
        trustHost: true,
        adapter,
        providers: [
          {
            ...credentials(),
            authorize: async (fields: { username?: string; password?: string }) => {
              waiting += 1;
              if (waiting === Number(count)) console.log('waiting');
              await asked.promise;
              return credentials().authorize(fields);
            },
          },
        ],
      }),
    }),
  module: {
    imports: [
      TypeOrmModule.forRoot({
        type: 'better-sqlite3',
        database,
        entities: [...authEntities()],
        migrations: [...authMigrations()],
        migrationsRun: true,
      }),
    ],
  },
  // As docs/deployment.md recommends for containers.
  configure: (nest) => nest.enableShutdownHooks([], { useProcessExit: isInContainer }),
});
console.log(url);
