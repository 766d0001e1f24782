// A small application in plain JavaScript: signs a user in, with a session in SQLite, and out.
import 'reflect-metadata';
import assert from 'node:assert/strict';
import { AuthModule, Credentials, SessionGuard } from '@authnest/core';
import { authEntities, authMigrations, TypeOrmAdapter, TypeOrmAuthModule } from '@authnest/typeorm';
import { Controller, Get, Module, UseGuards } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { ExpressAdapter } from '@nestjs/platform-express';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import { TypeOrmModule } from '@nestjs/typeorm';

const [, , platform] = process.argv;

class OrdersController {
  list() {
    return ['tea'];
  }
}
UseGuards(SessionGuard)(OrdersController);
Controller('orders')(OrdersController);
Get()(
  OrdersController.prototype,
  'list',
  Object.getOwnPropertyDescriptor(OrdersController.prototype, 'list'),
);

class AppModule {}
Module({
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
      useFactory: (adapter) => ({
        adapter,
        secret: 'only-for-this-run-4f1c8d2a7b9e4d0c93b5',
        trustHost: true,
        providers: [
          Credentials({
            credentials: { name: {} },
            authorize: ({ name }) => ({ id: name, name, email: `${name}@example.com` }),
          }),
        ],
      }),
    }),
  ],
  controllers: [OrdersController],
})(AppModule);

const adapter = platform === 'express' ? new ExpressAdapter() : new FastifyAdapter();
const app = await NestFactory.create(AppModule, adapter, { logger: ['error'] });
await app.listen(0, '127.0.0.1');
const url = await app.getUrl();
const cookies = new Map();

async function send(path, form) {
  const response = await fetch(url + path, {
    method: form ? 'POST' : 'GET',
    redirect: 'manual',
    headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
    body: form && new URLSearchParams(form),
  });
  for (const line of response.headers.getSetCookie()) {
    const [, name, value] = /^([^=]+)=([^;]*)/.exec(line);
    if (value === '') cookies.delete(name);
    else cookies.set(name, value);
  }
  return { status: response.status, text: await response.text() };
}

const token = async () => JSON.parse((await send('/auth/csrf')).text).csrfToken;

assert.equal((await send('/orders')).status, 401);
await send('/auth/callback/credentials', { name: 'ada', csrfToken: await token() });
assert.equal(JSON.parse((await send('/auth/session')).text).user.email, 'ada@example.com');
assert.deepEqual(await send('/orders'), { status: 200, text: '["tea"]' });
await send('/auth/signout', { csrfToken: await token() });
assert.equal((await send('/auth/session')).text, 'null');
assert.equal((await send('/orders')).status, 401);
await app.close();
