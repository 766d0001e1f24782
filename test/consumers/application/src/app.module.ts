import { AuthModule, Credentials, OIDC, Passkey } from '@authnest/core';
import { Nodemailer } from '@authnest/providers';
import { authEntities, authMigrations, TypeOrmAdapter, TypeOrmAuthModule } from '@authnest/typeorm';
import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { OrdersController } from './orders.controller.js';

@Module({
  imports: [
    TypeOrmModule.forRoot({
      type: 'better-sqlite3',
      database: ':memory:',
      entities: [...authEntities()],
      migrations: [...authMigrations()],
      migrationsRun: true,
    }),
    AuthModule.forRootAsync({
      imports: [TypeOrmAuthModule.forFeature()],
      inject: [TypeOrmAdapter],
      useFactory: (adapter: TypeOrmAdapter) => ({
        adapter,
        trustHost: true,
        experimental: { enableWebAuthn: true },
        providers: [
          Credentials({
            credentials: { email: { type: 'email' }, password: { type: 'password' } },
            authorize: ({ email, password }) =>
              password === 'a-long-password' && email ? { id: email, name: 'Jane', email } : null,
          }),
          OIDC({ id: 'company', name: 'Company' }),
          Nodemailer({ server: process.env['MAIL_SERVER'], from: 'shop@example.com' }),
          Passkey({}),
        ],
      }),
    }),
  ],
  controllers: [OrdersController],
})
export class AppModule {}
