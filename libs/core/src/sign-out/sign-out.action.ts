import { Injectable } from '@nestjs/common';
import { CsrfService } from '../csrf/csrf.service.js';
import type { Action } from '../exchange/action.port.js';
import type { AuthContext } from '../exchange/auth-context.js';
import { type ActionResult, redirectTo } from '../exchange/auth-response.js';
import { FeaturesService } from '../feature/features.service.js';
import { CurrentSessionService } from '../session/current-session.service.js';

/**
 * POST signout: ends the session here, and lets features do their part, such as redirect to the
 * provider.
 * @see docs/design/wire-contract.md 6.8; docs/design/decisions.md 40
 */
@Injectable()
export class SignOutAction implements Action {
  constructor(
    private readonly sessions: CurrentSessionService,
    private readonly csrf: CsrfService,
    private readonly features: FeaturesService,
  ) {}

  async run(ctx: AuthContext): Promise<ActionResult> {
    const finish = await this.features.ending(ctx);
    await this.sessions.close(ctx);
    this.csrf.issue(ctx);
    return (await finish()) ?? redirectTo(ctx.callbackUrl);
  }
}
