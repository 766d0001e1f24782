import { Injectable } from '@nestjs/common';
import { CsrfService } from '../csrf/csrf.service.js';
import type { Action } from '../exchange/action.port.js';
import type { AuthContext } from '../exchange/auth-context.js';
import { type AuthAnswer, redirectTo } from '../exchange/auth-response.js';
import { CurrentSessionService } from '../session/current-session.service.js';

/** POST signout: ends the session. @see docs/design/wire-contract.md 6.8 */
@Injectable()
export class SignOutAction implements Action {
  constructor(
    private readonly sessions: CurrentSessionService,
    private readonly csrf: CsrfService,
  ) {}

  async run(ctx: AuthContext): Promise<AuthAnswer> {
    await this.sessions.close(ctx);
    this.csrf.issue(ctx);
    return redirectTo(ctx.callbackUrl);
  }
}
