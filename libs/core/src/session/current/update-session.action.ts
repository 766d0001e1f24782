import { Injectable } from '@nestjs/common';
import type { Action } from '../../request/context/action.port.js';
import type { ActionContext } from '../../request/context/action-context.js';
import { type ActionResult, jsonOf } from '../../request/context/auth-response.js';
import { CurrentSessionService } from './current-session.service.js';

/**
 * POST session: passes the client's data to the callbacks and returns the session.
 * @see docs/design/wire-contract.md 6.4
 */
@Injectable()
export class UpdateSessionAction implements Action {
  constructor(private readonly sessions: CurrentSessionService) {}

  async run(ctx: ActionContext): Promise<ActionResult> {
    return jsonOf(await this.sessions.read(ctx, 'client', { data: ctx.request.body?.['data'] }));
  }
}
