import { Injectable } from '@nestjs/common';
import type { Action } from '../exchange/action.port.js';
import type { AuthContext } from '../exchange/auth-context.js';
import { type ActionResult, jsonOf } from '../exchange/auth-response.js';
import { CurrentSessionService } from './current-session.service.js';

/** GET session: returns the session or null. @see docs/design/wire-contract.md 6.3 */
@Injectable()
export class SessionAction implements Action {
  constructor(private readonly sessions: CurrentSessionService) {}

  async run(ctx: AuthContext): Promise<ActionResult> {
    return jsonOf(await this.sessions.read(ctx, 'client'));
  }
}
