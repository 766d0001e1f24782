import type { ServerResponse } from 'node:http';
import type { HttpServer } from '@nestjs/common';
import type { ApplicationConfig } from '@nestjs/core';
import type { ContextOpener } from './auth-context.js';

/** Present in a module whose option `context` is on. */
export const CONTEXT_OPENER = Symbol('authnest:context-opener');

/** The method of Fastify that this file needs. */
interface Hooks {
  addHook(
    name: 'onRequest',
    hook: (request: object, reply: { raw: ServerResponse }, done: () => void) => void,
  ): unknown;
}

/**
 * Opens a context for each request, ahead of all routes, since what an asynchronous guard enters is
 * gone when its handler runs. In Fastify it is a hook: middleware sees another object as the request.
 */
export function openContexts(opener: ContextOpener, platform: HttpServer): void {
  if (platform.getType() !== 'fastify') {
    platform.use((request: object, response: ServerResponse, next: () => void) =>
      opener.ofRequest(request, response, next),
    );
    return;
  }
  (platform.getInstance() as Hooks).addHook('onRequest', (request, { raw }, done) =>
    opener.ofRequest(request, raw, done),
  );
}

/** Opens a context for each message of microservices. NestJS 11 has no hook for this. */
export function openContextsOfMessages(
  opener: ContextOpener,
  application: Partial<ApplicationConfig>,
): void {
  application.registerPreRequestHook?.((message, next) => opener.ofMessage(message, next));
}
