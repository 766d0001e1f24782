import type { ExecutionContext } from '@nestjs/common';
import { RequestSlot } from '../exchange/request-slot.js';
import type { Session } from '../model/session.js';
import { requestOf, sessionHolderOf } from './request-of.js';

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
  if (request) sessions.set(request, session);
  const holder = sessionHolderOf(context);
  if (holder && holder !== request) sessions.set(holder, session);
}

/** Returns the stored session; null if there is none. */
export function leftSession(context: ExecutionContext): Session | null {
  const holder = sessionHolderOf(context);
  return (holder && sessions.get(holder)) ?? null;
}
