import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { User } from '../model/user.js';
import { leftSession } from './left-session.js';

/** The user of the session that `SessionGuard` found; null where it is optional and there is none. */
export const CurrentUser = createParamDecorator(
  (_: unknown, context: ExecutionContext): User | null => leftSession(context)?.user ?? null,
);
