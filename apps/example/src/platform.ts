import type { AbstractHttpAdapter } from '@nestjs/core';
import { ExpressAdapter } from '@nestjs/platform-express';

/**
 * Chooses the HTTP platform; nothing else in the application depends on it.
 * @param name - `fastify`, or anything else for Express
 */
export async function createPlatform(name?: string): Promise<AbstractHttpAdapter> {
  if (name !== 'fastify') return new ExpressAdapter();

  const { FastifyAdapter } = await import('@nestjs/platform-fastify');
  return new FastifyAdapter();
}
