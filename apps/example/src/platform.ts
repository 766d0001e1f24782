import type { AbstractHttpAdapter } from '@nestjs/core';
import { ExpressAdapter } from '@nestjs/platform-express';
import type { StartPlan } from './environment.js';

/**
 * Chooses the HTTP platform; nothing else in the application depends on it.
 * @param name - `fastify`, or anything else for Express
 */
export async function createPlatform(
  name: string | undefined,
  { isBehindBalancer }: Pick<StartPlan, 'isBehindBalancer'>,
): Promise<AbstractHttpAdapter> {
  // The balancer is on this machine, and sends the address of the client.
  const trusted = isBehindBalancer ? 'loopback' : false;
  if (name !== 'fastify') {
    const express = new ExpressAdapter();
    express.set('trust proxy', trusted);
    return express;
  }
  const { FastifyAdapter } = await import('@nestjs/platform-fastify');
  return new FastifyAdapter({ trustProxy: trusted });
}
