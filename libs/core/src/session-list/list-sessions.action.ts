import { Injectable } from '@nestjs/common';
import { SessionTokenError } from '../errors/internal.errors.js';
import { toError } from '../errors/to-error.js';
import type { Action } from '../exchange/action.port.js';
import type { AuthContext } from '../exchange/auth-context.js';
import { type ActionResult, jsonOf } from '../exchange/auth-response.js';
import { nobody } from './sessions-response.js';
import { UserSessionsService } from './user-sessions.service.js';

/** GET sessions: lists the sessions of the user. */
@Injectable()
export class ListSessionsAction implements Action {
  constructor(private readonly sessions: UserSessionsService) {}

  async run(ctx: AuthContext): Promise<ActionResult> {
    try {
      const asker = await this.sessions.askerOf(ctx);
      return asker ? jsonOf(await this.sessions.list(asker)) : nobody();
    } catch (thrown) {
      throw new SessionTokenError('the sessions could not be listed', { err: toError(thrown) });
    }
  }
}
