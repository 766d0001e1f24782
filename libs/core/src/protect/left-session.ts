import type { ExecutionContext } from '@nestjs/common';
import { RequestSlot } from '../exchange/request-slot.js';
import type { Session } from '../model/session.js';
import { requestOf } from './request-of.js';

const sessions = new RequestSlot<Session | null>();

/**
 * Stores the session for the parameter decorators.
 * @param request - by default that of the context; a subclass of the guard may find another
 */
export function leaveSession(
  context: ExecutionContext,
  session: Session | null,
  request = requestOf(context),
): void {
  const client = clientOf(context);
  if (client) sessions.set(client, session);
  if (request && request !== client) sessions.set(request, session);
}

/** Returns the stored session; null if there is none. */
export function leftSession(context: ExecutionContext): Session | null {
  const holder = clientOf(context) ?? requestOf(context);
  return (holder && sessions.get(holder)) ?? null;
}

/** Returns the client of a gateway: a message handler has access to nothing else. */
function clientOf(context: ExecutionContext): object | undefined {
  if (context.getType<string>() !== 'ws') return undefined;
  const client = context.getArgByIndex<unknown>(0);
  return typeof client === 'object' && client !== null ? client : undefined;
}
