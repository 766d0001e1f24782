import type { ExecutionContext } from '@nestjs/common';
import { RequestSlot } from '../request/context/request-slot.js';
import type { Session } from '../model/session.js';
import { isOverSocket, operationOf, requestOf } from './request-of.js';

const ofRequests = new RequestSlot<Session | null>('session');
/** Operations over a socket share the request of the handshake, so these go by their contexts. */
const ofOperations = new WeakMap<object, Session | null>();

/**
 * The session of one message. It travels in the arguments of the message: everything else that a
 * parameter decorator can read, such as the client, may be shared by messages that overlap.
 */
class SessionOfMessage {
  /** Private (`#`), so that printing the arguments does not show it. */
  #session: Session | null = null;

  /** Returns that of the message; undefined if no guard has left one. */
  static in(context: ExecutionContext): SessionOfMessage | undefined {
    return context.getArgs<unknown[]>().find((argument) => argument instanceof SessionOfMessage);
  }

  get session(): Session | null {
    return this.#session;
  }

  set session(session: Session | null) {
    this.#session = session;
  }
}

/** Stores the session for the parameter decorators. */
export function leaveSession(context: ExecutionContext, session: Session | null): void {
  const request = requestOf(context);
  if (!request) (SessionOfMessage.in(context) ?? addTo(context)).session = session;
  else if (isOverSocket(context, request)) ofOperations.set(operationOf(context), session);
  else ofRequests.set(request, session);
}

/** Returns the stored session; null if there is none. */
export function leftSession(context: ExecutionContext): Session | null {
  const request = requestOf(context);
  if (!request) return SessionOfMessage.in(context)?.session ?? null;
  const session = isOverSocket(context, request)
    ? ofOperations.get(operationOf(context))
    : ofRequests.get(request);
  return session ?? null;
}

/** Returns the session that was stored for a request; null if there is none. */
export function leftSessionOf(request: object): Session | null {
  return ofRequests.get(request) ?? null;
}

/** Forgets the session that was stored for a request, which signs in or out itself. */
export function forgetLeftSession(request: object): void {
  if (ofRequests.get(request)) ofRequests.set(request, null);
}

/**
 * Adds a place for the session to the arguments that Nest passes to what runs after the guard. The
 * pattern stays last, where `switchToWs().getPattern()` looks for it; client and data stay first.
 */
function addTo(context: ExecutionContext): SessionOfMessage {
  const message = new SessionOfMessage();
  const args = context.getArgs<unknown[]>();
  const end = context.getType() === 'ws' ? Math.max(args.length - 1, 2) : args.length;
  args.splice(end, 0, message);
  return message;
}
