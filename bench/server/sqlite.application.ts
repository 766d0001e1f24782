import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AuthModule, Credentials } from '@authnest/core';
import { authEntities, authMigrations, TypeOrmAdapter, TypeOrmAuthModule } from '@authnest/typeorm';
import { type INestApplicationContext, Module, type Type } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { SECRET, SESSIONS } from '../workloads.js';
import { GuardedOrdersController } from './guarded-orders.controller.js';
import { StatementCounter } from './statement-counter.js';

const DAY_MS = 24 * 60 * 60 * 1000;

/** Sessions in a SQLite file that goes with the process. */
export function sqliteApplication(counter: StatementCounter | undefined): Type {
  const directory = mkdtempSync(join(tmpdir(), 'authnest-bench-'));
  process.on('exit', () => rmSync(directory, { recursive: true, force: true }));

  @Module({
    imports: [
      TypeOrmModule.forRoot({
        type: 'better-sqlite3',
        database: join(directory, 'bench.sqlite'),
        entities: [...authEntities()],
        migrations: [...authMigrations()],
        migrationsRun: true,
        enableWAL: true,
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
  class SqliteModule {}
  return SqliteModule;
}

/** Fills the database. @returns the session tokens */
export async function createSessions(app: INestApplicationContext): Promise<string[]> {
  const adapter = app.get(TypeOrmAdapter, { strict: false });
  const tokens: string[] = [];
  for (let number = 0; number < SESSIONS; number += 1) {
    const user = await adapter.createUser({
      id: '',
      name: `User ${number}`,
      email: `user-${number}@example.com`,
      image: `https://example.com/portraits/${number}.png`,
      emailVerified: null,
    });
    const sessionToken = `bench-session-${number}-`.padEnd(64, '0');
    // A month from now: no session is due for an update while it is measured.
    const expires = new Date(Date.now() + 30 * DAY_MS);
    await adapter.createSession({ sessionToken, userId: user.id, expires });
    tokens.push(sessionToken);
  }
  return tokens;
}
