import type { ExecutionContext } from '@nestjs/common';
import type { ClosableSocket } from '../live/closable-socket.js';

/**
 * Returns the HTTP request of a context, including that of a GraphQL operation.
 * @returns undefined if there is none
 */
export function requestOf(context: ExecutionContext): object | undefined {
  const type = context.getType<string>();
  // Arguments of a handler: request, response. `switchToHttp` would create four functions first.
  if (type === 'http') return context.getArgByIndex<object>(0);
  if (type !== 'graphql') return undefined;
  const graphql = operationOf<GraphqlContext | undefined>(context);
  const request = handshakeIn(graphql?.req) ?? graphql?.req ?? graphql?.request;
  return hasHeaders(request) && !isOfAnother(graphql, request) ? request : undefined;
}

/**
 * Returns the context of a GraphQL operation, which contains the request. The arguments of a resolver
 * are parent, args, context and info; one that finds an entity by its reference has no args.
 */
export function operationOf<T = object>(context: ExecutionContext): T {
  return context.getArgByIndex<T>(context.getArgs<unknown[]>().length === 3 ? 1 : 2);
}

/**
 * Whether a request is not the one whose operation runs. If the application has one object as the
 * context of all requests, some drivers leave the first request in it, and with it the session of
 * somebody else.
 */
function isOfAnother(graphql: GraphqlContext | undefined, request: object): boolean {
  // Mercurius puts the reply into the context of each operation.
  const { request: own } = (graphql?.reply ?? {}) as { request?: unknown };
  if (typeof own === 'object' && own !== null && rawOf(own) !== rawOf(request)) return true;
  // Express puts the response into each request.
  return (request as { res?: { writableEnded?: boolean } | null }).res?.writableEnded === true;
}

/** Returns the request of Node, which that of Express is itself. */
function rawOf(request: object): unknown {
  return 'raw' in request ? request.raw : request;
}

/** Returns the handshake if the driver passes the context of `graphql-ws` as the request. */
function handshakeIn(request: unknown): unknown {
  return (request as { extra?: { request?: unknown } } | null | undefined)?.extra?.request;
}

function hasHeaders(request: unknown): request is object {
  return typeof request === 'object' && request !== null && 'headers' in request;
}

/**
 * Returns the response to a GraphQL operation over HTTP, on which a cookie can still be set.
 * @returns undefined if there is none, or if its headers were sent
 */
export function graphqlResponseOf(context: ExecutionContext): object | undefined {
  const graphql = operationOf<GraphqlContext | undefined>(context);
  const request = graphql?.req as { res?: unknown } | null | undefined;
  const all = [graphql?.res, graphql?.reply, request?.res];
  const response = all.find((one) => isResponse(one)) as SentResponse | undefined;
  return response?.headersSent || response?.sent ? undefined : response;
}

/** Returns the socket over which a GraphQL operation came; undefined if the driver hides it. */
export function socketOf(context: ExecutionContext): ClosableSocket | undefined {
  if (context.getType<string>() !== 'graphql') return undefined;
  const graphql = operationOf<GraphqlContext | undefined>(context);
  const { extra } = (graphql?.req ?? {}) as { extra?: { socket?: unknown } };
  // Mercurius only has the request of Fastify.
  const { raw } = (graphql?.request ?? {}) as { raw?: { socket?: unknown } };
  return [extra?.socket, raw?.socket].find((one) => isClosable(one));
}

interface GraphqlContext {
  readonly req?: unknown;
  readonly request?: unknown;
  readonly res?: unknown;
  readonly reply?: unknown;
}

/** The members by which Express and Fastify show that headers were sent. */
interface SentResponse {
  readonly headersSent?: boolean;
  readonly sent?: boolean;
}

function isResponse(value: unknown): boolean {
  return typeof value === 'object' && value !== null && ('setHeader' in value || 'header' in value);
}

function isClosable(value: unknown): value is ClosableSocket {
  return typeof value === 'object' && value !== null && 'pause' in value && 'once' in value;
}

/** The members by which Node shows that a request became a socket; Fastify has them in `raw`. */
interface Upgradable {
  readonly headers?: object;
  readonly upgrade?: boolean | null;
  readonly raw?: { readonly upgrade?: boolean | null };
}

/**
 * Whether the cookies were sent with the handshake of a gateway or of GraphQL subscriptions. Any
 * client may send the header alone: without `Connection: upgrade` it opens no socket.
 */
export function isOverSocket(context: ExecutionContext, request: object): boolean {
  const type = context.getType<string>();
  if (type === 'http') return false;
  if (type === 'ws') return true;
  const { headers = {}, raw, upgrade } = request as Upgradable;
  return 'upgrade' in headers && (raw?.upgrade ?? upgrade) !== false;
}
