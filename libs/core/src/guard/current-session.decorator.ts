import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Session } from '../model/session.js';
import type { SessionParameter } from './session-parameter.js';
import { leftSession } from './left-session.js';

/** The session that `SessionGuard` found; null if it is optional and there is none. */
export const CurrentSession: SessionParameter = createParamDecorator<void>(
  (_, context: ExecutionContext): Session | null => leftSession(context),
);
