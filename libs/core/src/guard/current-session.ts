import type { ExecutionContext } from '@nestjs/common';
import type { Session } from '../model/session.js';
import { leftSession } from './left-session.js';

/**
 * Returns the session that a guard has read, as `@CurrentSession()` does, in every kind of context:
 * HTTP, GraphQL, sockets and messages. For guards and interceptors of the application.
 * @returns null if nobody is signed in, or no guard has read a session
 */
export function currentSession(context: ExecutionContext): Session | null {
  return leftSession(context);
}
