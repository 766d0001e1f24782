import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { User } from '../model/user.js';
import { leftSession } from './left-session.js';

/** The user of the session that `SessionGuard` found; null if there is no session or no user. */
export const CurrentUser = createParamDecorator(
  (_: unknown, context: ExecutionContext): User | null => leftSession(context)?.user ?? null,
);
