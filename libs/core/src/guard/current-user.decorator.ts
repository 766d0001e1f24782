import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { User } from '../model/user.js';
import type { SessionParameter } from './session-parameter.js';
import { leftSession } from './left-session.js';

/**
 * The user of the session that `SessionGuard` found; null if there is no session or no user.
 * It takes no name of a member, such as `@CurrentUser('name')`: only pipes, as every parameter does.
 */
export const CurrentUser: SessionParameter = createParamDecorator<void>(
  (_, context: ExecutionContext): User | null => leftSession(context)?.user ?? null,
);
