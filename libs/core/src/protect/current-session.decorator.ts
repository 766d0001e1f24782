import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Session } from '../model/session.js';
import { SESSION_OF_REQUEST } from './access.js';
import { sessionHolderOf } from './request-of.js';

/** The session that `SessionGuard` found; null where it is optional and there is none. */
export const CurrentSession = createParamDecorator(
  (_: unknown, context: ExecutionContext): Session | null =>
    sessionHolderOf(context)?.[SESSION_OF_REQUEST] ?? null,
);
