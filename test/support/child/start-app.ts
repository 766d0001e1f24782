import type { NestApplicationOptions } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { ExpressAdapter } from '@nestjs/platform-express';
import { FastifyAdapter } from '@nestjs/platform-fastify';

/**
 * In the child, starts an application that logs nothing, on a free port of this machine.
 * @returns the URL that it listens on
 */
export async function startApp(
  module: Parameters<typeof NestFactory.create>[0],
  platform: 'express' | 'fastify',
): Promise<string> {
  const silent: NestApplicationOptions = { logger: false };
  const app =
    platform === 'express'
      ? await NestFactory.create(module, new ExpressAdapter(), silent)
      : await NestFactory.create(module, new FastifyAdapter(), silent);
  await app.listen(0, '127.0.0.1');
  return app.getUrl();
}
