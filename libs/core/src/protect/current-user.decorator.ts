import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { User } from '../model/user.js';
import { SESSION_OF_REQUEST } from './access.js';
import { sessionHolderOf } from './request-of.js';

/** The user of the session that `SessionGuard` found; null where it is optional and there is none. */
export const CurrentUser = createParamDecorator(
  (_: unknown, context: ExecutionContext): User | null =>
    sessionHolderOf(context)?.[SESSION_OF_REQUEST]?.user ?? null,
);
