// Documents endpoints below a path parameter with @nestjs/swagger, and validates the document.
import 'reflect-metadata';
import assert from 'node:assert/strict';
import { AuthModule, Credentials } from '@authnest/core';
import { Module } from '@nestjs/common';
import { NestFactory, RouterModule } from '@nestjs/core';
import { ExpressAdapter } from '@nestjs/platform-express';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import { DocumentBuilder, SwaggerModule } from '@nestjs/swagger';
import { Validator } from '@seriousme/openapi-schema-validator';

const [, , platform] = process.argv;

const ENDPOINTS = [
  'get /callback/{provider}',
  'get /csrf',
  'get /error',
  'get /providers',
  'get /reauthenticate',
  'get /session',
  'get /signin',
  'get /signout',
  'get /verify-request',
  'post /callback/{provider}',
  'post /reauthenticate/{provider}',
  'post /session',
  'post /signin',
  'post /signin/{provider}',
  'post /signout',
];

class AppModule {}
Module({
  imports: [
    AuthModule.forRoot({
      secret: 'only-for-this-run-4f1c8d2a7b9e4d0c93b5',
      trustHost: true,
      providers: [Credentials({ authorize: () => null })],
    }),
    RouterModule.register([{ path: ':tenant', module: AuthModule }]),
  ],
})(AppModule);

const adapter = platform === 'express' ? new ExpressAdapter() : new FastifyAdapter();
const app = await NestFactory.create(AppModule, adapter, { logger: ['error'] });
await app.init();
const document = SwaggerModule.createDocument(app, new DocumentBuilder().build());

const { valid, errors } = await new Validator().validate(JSON.parse(JSON.stringify(document)));
assert.ok(valid, JSON.stringify(errors));
const operations = Object.entries(document.paths).flatMap(([path, item]) =>
  Object.entries(item).map(([method, { parameters }]) => ({
    name: `${method} ${path.replace('/{tenant}/auth', '')}`,
    parameters: parameters.map(({ name, in: place }) => `${place} ${name}`),
  })),
);
assert.deepEqual(operations.map(({ name }) => name).sort(), ENDPOINTS);
for (const { name, parameters } of operations) {
  const own = name.includes('{provider}') ? ['path provider'] : [];
  assert.deepEqual(parameters, ['path tenant', ...own]);
}
await app.close();
