import type { ExecutionContext } from '@nestjs/common';

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
  const request = graphql?.req ?? graphql?.request;
  return typeof request === 'object' && request !== null ? request : undefined;
}

/**
 * Returns the object on which the guard stores the session for the parameter decorators: the
 * request or, in a gateway, the client, since a message handler has access to nothing else.
 */
export function sessionHolderOf(context: ExecutionContext): object | undefined {
  if (context.getType<string>() !== 'ws') return requestOf(context);
  const client = context.getArgByIndex<unknown>(0);
  return typeof client === 'object' && client !== null ? client : undefined;
}
