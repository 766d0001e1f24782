import { Injectable } from '@nestjs/common';
import { InvalidRequest, SessionTokenError } from '../../errors/internal.errors.js';
import { toError } from '../../errors/to-error.js';
import type { Action } from '../../request/context/action.port.js';
import type { ActionContext } from '../../request/context/action-context.js';
import { type ActionResult, jsonOf } from '../../request/context/auth-response.js';
import { parseCursor } from './session-cursor.js';
import { nobody } from './sessions-response.js';
import { UserSessionsService } from './user-sessions.service.js';

/** GET sessions: lists the sessions of the user, a page at a time. */
@Injectable()
export class ListSessionsAction implements Action {
  constructor(private readonly sessions: UserSessionsService) {}

  async run(ctx: ActionContext): Promise<ActionResult> {
    const given = ctx.request.query['after'];
    const cursor = given === undefined ? undefined : parseCursor(given);
    if (cursor === null)
      throw new InvalidRequest('after: expected the `next` of a list of sessions');
    try {
      const asker = await this.sessions.askerOf(ctx);
      return asker ? jsonOf(await this.sessions.list(asker, cursor)) : nobody();
    } catch (thrown) {
      throw new SessionTokenError('the sessions could not be listed', { err: toError(thrown) });
    }
  }
}
