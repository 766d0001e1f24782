import { UnstorageAdapter } from '@auth/unstorage-adapter';
import { type Adapter, AuthModule } from '@authnest/core';
import { authEntities, authMigrations, TypeOrmAdapter, TypeOrmAuthModule } from '@authnest/typeorm';
import { TypeOrmModule } from '@nestjs/typeorm';
import { createStorage } from 'unstorage';
import memoryDriver from 'unstorage/drivers/memory';
import { LogCollector } from '../support/log-collector.js';
import { plainOAuth } from '../support/plain-oauth.js';
import { credentials, JANE, platforms, SECRET, TestApp } from '../support/test-app.js';

const MESSAGE = 'adapter lacks optional operations';

describe.each(platforms())('the log of an application on %s', (platform) => {
  const providers = () => [plainOAuth(), credentials()];

  it('has one line about the operations that an adapter of Auth.js lacks', async () => {
    const adapter = UnstorageAdapter(createStorage({ driver: memoryDriver() }));
    const app = await TestApp.start({ platform, config: { adapter, providers: providers() } });

    await app.client().signIn('credentials', JANE);

    const lines = app.logs.facts.filter(([message]) => message === MESSAGE);
    expect(lines).toHaveLength(1);
    expect(lines[0]?.[1]).toMatchObject({
      off: { 'list of sessions': ['listSessionsByUserId', 'deleteSessionsByUserId'] },
    });
    await app.close();
  });

  it('has no such line with TypeORM', async () => {
    const logger = new LogCollector();
    const app = await TestApp.start({
      platform,
      module: {
        imports: [
          TypeOrmModule.forRoot({
            type: 'better-sqlite3',
            database: ':memory:',
            entities: authEntities(),
            migrations: authMigrations(),
            migrationsRun: true,
          }),
        ],
      },
      auth: () =>
        AuthModule.forRootAsync({
          imports: [TypeOrmAuthModule.forFeature()],
          inject: [TypeOrmAdapter],
          useFactory: (adapter: Adapter) => ({
            adapter,
            logger,
            secret: SECRET,
            providers: providers(),
          }),
        }),
    });

    await app.client().signIn('credentials', JANE);

    expect(logger.facts.map(([message]) => message)).toEqual([
      expect.stringContaining('usersOfAdapter'),
      'account linked',
      'signed in',
    ]);
    await app.close();
  });
});
