import 'reflect-metadata';
import type { AddressInfo } from 'node:net';
import type { INestApplication, Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { serveQuestions } from '../process/serve-questions.js';
import type { ServerOptions, ServerQuestions } from './server-questions.js';

const options = JSON.parse(process.argv[2] ?? '{}') as ServerOptions;
const counter = options.countStatements ? await makeCounter() : undefined;
const app = await createApplication(await rootModule());
await app.listen(0, '127.0.0.1');
const server = app.getHttpServer() as { address(): AddressInfo; keepAliveTimeout: number };
// Keeps connections open while the other application is measured.
server.keepAliveTimeout = 120_000;

serveQuestions({
  port: () => server.address().port,
  cpuMicroseconds: () => {
    const { user, system } = process.cpuUsage();
    return user + system;
  },
  residentMiB: () => process.memoryUsage.rss() / 2 ** 20,
  sessionTokens: async (count) =>
    (await import('./stored-sessions.js')).storeSessions(app, count, options),
  age: async () => (await import('./stored-sessions.js')).ageSessions(app),
  databaseCpuMicroseconds: async () =>
    (await import('./database-cpu.js')).databaseCpuMicroseconds(app),
  databaseConnections: async () => (await import('./database-cpu.js')).databaseConnections(app),
  statements: () => counter?.byVerb ?? {},
} satisfies ServerQuestions);

// Loads only the modules that are used, since startup time and memory are measured too.
async function rootModule(): Promise<Type> {
  switch (options.application) {
    case 'bare':
      return (await import('./bare.application.js')).bareApplication();
    case 'stateless':
      return (await import('./stateless.application.js')).statelessApplication();
    case 'sqlite':
      return (await import('./sqlite.application.js')).sqliteApplication(counter);
    case 'redis': {
      const { redisApplication } = await import('./redis.application.js');
      return redisApplication(options, counter);
    }
    case 'postgres': {
      const { postgresApplication } = await import('./postgres.application.js');
      return postgresApplication(options.databaseUrl ?? '', counter);
    }
  }
}

async function createApplication(root: Type): Promise<INestApplication> {
  if (options.platform === 'express') return NestFactory.create(root, { logger: false });
  const { FastifyAdapter } = await import('@nestjs/platform-fastify');
  return NestFactory.create(root, new FastifyAdapter(), { logger: false });
}

async function makeCounter() {
  const { StatementCounter } = await import('./statement-counter.js');
  return new StatementCounter();
}
