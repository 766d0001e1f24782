import type { ExecutionContext } from '@nestjs/common';
import type { PlatformRequest } from '../exchange/platform-request.js';

/**
 * Returns the HTTP request of a context, including that of a GraphQL operation.
 * @returns undefined if there is none
 */
export function requestOf(context: ExecutionContext): object | undefined {
  const type = context.getType<string>();
  // Arguments of a handler: request, response. `switchToHttp` would create four functions first.
  if (type === 'http') return context.getArgByIndex<object>(0);
  if (type !== 'graphql') return undefined;
  // Arguments of a resolver: parent, args, context, info. The context contains the request.
  const graphql = context.getArgByIndex<{ req?: unknown; request?: unknown } | undefined>(2);
  const request = handshakeIn(graphql?.req) ?? graphql?.req ?? graphql?.request;
  return hasHeaders(request) ? request : undefined;
}

/** Returns the handshake if the driver passes the context of `graphql-ws` as the request. */
function handshakeIn(request: unknown): unknown {
  return (request as { extra?: { request?: unknown } } | null | undefined)?.extra?.request;
}

function hasHeaders(request: unknown): request is object {
  return typeof request === 'object' && request !== null && 'headers' in request;
}

/** Whether the cookies were sent with the handshake of a gateway or of GraphQL subscriptions. */
export function isOverSocket(context: ExecutionContext, request: object): boolean {
  const type = context.getType<string>();
  if (type === 'http') return false;
  return type === 'ws' || 'upgrade' in ((request as Partial<PlatformRequest>).headers ?? {});
}
