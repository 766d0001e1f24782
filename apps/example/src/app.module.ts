import { AuthModule, Email, Passkey } from '@authnest/core';
import { password, Password } from '@authnest/password';
import { withRedisSessions } from '@authnest/redis';
import { TypeOrmAdapter, TypeOrmAuthModule } from '@authnest/typeorm';
import { Module } from '@nestjs/common';
import { APP_FILTER } from '@nestjs/core';
import { TerminusModule } from '@nestjs/terminus';
import { TypeOrmModule } from '@nestjs/typeorm';
import type { Redis } from 'ioredis';
import { dataSourceOptions, entities } from '../../../ormconfig.js';
import { AuditModule } from './audit/audit.module.js';
import { ErrorPageFilter } from './errors/error-page.filter.js';
import { HomeController } from './home/home.controller.js';
import { HealthController } from './health/health.controller.js';
import { demoProviders } from './identity-provider/demo-providers.js';
import { MeController } from './me/me.controller.js';
import { otherOrigin } from './other-origin/other-origin.js';
import { AssetsController } from './pages/assets.controller.js';
import { PasskeysController } from './passkeys/passkeys.controller.js';
import { ProviderApiController } from './provider-api/provider-api.controller.js';
import { ProtectedController } from './protected/protected.controller.js';
import { redisOptions } from './redis/connect-to-redis.js';
import { REDIS, RedisModule } from './redis/redis.module.js';
import { SessionsController } from './sessions/sessions.controller.js';
import { DemoUsersService } from './users/demo-users.service.js';

const auth = TypeOrmAuthModule.forFeature({ entities });

/** The whole application: a database, sign-in, and the pages that require it. */
@Module({
  imports: [
    TypeOrmModule.forRoot({ ...dataSourceOptions(), migrationsRun: true }),
    AuthModule.forRootAsync({
      features: [password()],
      imports: [auth, RedisModule],
      inject: [TypeOrmAdapter, REDIS],
      useFactory: (adapter: TypeOrmAdapter, redis: Redis | null) => ({
        adapter: redis ? withRedisSessions(adapter, redis, redisOptions()) : adapter,
        ...(redis && { limits: { store: redis } }),
        session: { tokenAtRest: 'hashed' },
        ...otherOrigin(),
        providers: [
          ...demoProviders(),
          Email({ server: process.env['SMTP_URL'] }),
          Passkey(),
          Password(),
        ],
        account: { deletion: true, changeEmail: true },
        experimental: { enableWebAuthn: true },
        name: 'Authnest example',
        theme: { brandColor: '#4f46e5' },
      }),
    }),
    AuditModule,
    auth,
    TerminusModule,
  ],
  controllers: [
    AssetsController,
    HealthController,
    HomeController,
    MeController,
    PasskeysController,
    ProtectedController,
    ProviderApiController,
    SessionsController,
  ],
  providers: [DemoUsersService, { provide: APP_FILTER, useClass: ErrorPageFilter }],
})
export class AppModule {}
