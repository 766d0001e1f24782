import { AuthModule, Credentials, OIDC } from '@authnest/core';
import { TypeOrmAdapter, TypeOrmAuthModule } from '@authnest/typeorm';
import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { dataSourceOptions } from '../../../ormconfig.js';
import { AuditModule } from './audit/audit.module.js';
import { HomeController } from './home/home.controller.js';
import { IdentityProviderModule } from './identity-provider/identity-provider.module.js';
import { MeController } from './me/me.controller.js';
import { AssetsController } from './pages/assets.controller.js';
import { ProtectedController } from './protected/protected.controller.js';
import { UsersModule } from './users/users.module.js';
import { UsersService } from './users/users.service.js';

/** The whole application: a database, sign-in, and what stands behind it. */
@Module({
  imports: [
    TypeOrmModule.forRoot({ ...dataSourceOptions(), migrationsRun: true }),
    AuthModule.forRootAsync({
      imports: [TypeOrmAuthModule.forFeature(), UsersModule],
      inject: [TypeOrmAdapter, UsersService],
      useFactory: (adapter: TypeOrmAdapter, users: UsersService) => ({
        adapter,
        session: { tokenAtRest: 'hashed' },
        providers: [
          OIDC({ id: 'demo', name: 'Demo provider' }), // AUTH_DEMO_ISSUER, AUTH_DEMO_ID, AUTH_DEMO_SECRET
          Credentials({
            name: 'password',
            credentials: {
              email: { label: 'E-mail', type: 'email' },
              password: { label: 'Password', type: 'password' },
            },
            authorize: ({ email, password }) => users.verify(email, password),
          }),
        ],
        theme: { brandColor: '#4f46e5' },
      }),
    }),
    AuditModule,
    IdentityProviderModule,
  ],
  controllers: [AssetsController, HomeController, MeController, ProtectedController],
})
export class AppModule {}
