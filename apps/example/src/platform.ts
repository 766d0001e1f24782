import type { AbstractHttpAdapter } from '@nestjs/core';
import { ExpressAdapter } from '@nestjs/platform-express';
import type { StartPlan } from './environment.js';

/**
 * Creates the HTTP platform; nothing else in the application depends on the choice.
 * @param name - `fastify`; any other value selects Express
 */
export async function createPlatform(
  name: string | undefined,
  { isBehindBalancer }: Pick<StartPlan, 'isBehindBalancer'>,
): Promise<AbstractHttpAdapter> {
  // The balancer runs on this machine, and sends the address of the client in a header.
  const trusted = isBehindBalancer ? 'loopback' : false;
  if (name !== 'fastify') {
    const express = new ExpressAdapter();
    express.set('trust proxy', trusted);
    return express;
  }
  const { FastifyAdapter } = await import('@nestjs/platform-fastify');
  return new FastifyAdapter({ trustProxy: trusted });
}
