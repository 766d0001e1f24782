import type { ExecutionContext } from '@nestjs/common';
import type { Session } from '../model/session.js';
import { leaveSession } from './left-session.js';

/**
 * Sets the session for `@CurrentUser()` and `@CurrentSession()`, as `SessionGuard` does. For guards
 * of the application that identify the caller in another way, such as by an API key.
 * @param session - null if nobody is signed in
 */
export function setCurrentSession(context: ExecutionContext, session: Session | null): void {
  leaveSession(context, session);
}
