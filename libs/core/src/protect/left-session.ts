import type { ExecutionContext } from '@nestjs/common';
import { RequestSlot } from '../exchange/request-slot.js';
import type { Session } from '../model/session.js';
import { isOverSocket, requestOf } from './request-of.js';

const sessions = new RequestSlot<Session | null>();
/** The sessions of messages by their sockets: one socket may carry many messages. */
const ofMessages = new WeakMap<object, WeakMap<object, Session | null>>();

/**
 * Stores the session for the parameter decorators.
 * @param request - by default that of the context; a subclass of the guard may find another
 */
export function leaveSession(
  context: ExecutionContext,
  session: Session | null,
  request = requestOf(context),
): void {
  const message = messageOf(context, request);
  if (message) messagesOn(message.socket).set(message.kind, session);
  else if (request) sessions.set(request, session);
}

/** Returns the stored session; null if there is none. */
export function leftSession(context: ExecutionContext): Session | null {
  const request = requestOf(context);
  const message = messageOf(context, request);
  if (message) return ofMessages.get(message.socket)?.get(message.kind) ?? null;
  return (request && sessions.get(request)) ?? null;
}

interface Message {
  /** What all messages of the socket share: the client of a gateway, or the handshake. */
  readonly socket: object;
  /** Tells messages apart: the handler in a gateway, or the context of a GraphQL operation. */
  readonly kind: object;
}

/** Returns the message of a context; undefined if it did not arrive over a socket. */
function messageOf(context: ExecutionContext, request: object | undefined): Message | undefined {
  const type = context.getType<string>();
  if (type === 'http') return undefined;
  // A message handler has access to nothing else.
  if (type === 'ws') return messageFrom(context.getArgByIndex(0), context.getHandler());
  if (!request || !isOverSocket(context, request)) return undefined;
  return messageFrom(request, context.getArgByIndex(2));
}

function messageFrom(socket: unknown, kind: unknown): Message | undefined {
  return isObject(socket) && isObject(kind) ? { socket, kind } : undefined;
}

function messagesOn(socket: object): WeakMap<object, Session | null> {
  const known = ofMessages.get(socket);
  if (known) return known;
  const created = new WeakMap<object, Session | null>();
  ofMessages.set(socket, created);
  return created;
}

function isObject(value: unknown): value is object {
  return (typeof value === 'object' && value !== null) || typeof value === 'function';
}
