import { Injectable } from '@nestjs/common';
import { CsrfService } from '../request/csrf/csrf.service.js';
import type { Action } from '../request/context/action.port.js';
import type { ActionContext } from '../request/context/action-context.js';
import { type ActionResult, redirectTo } from '../request/context/auth-response.js';
import { FeaturesService } from '../feature-port/features.service.js';
import { PendingSignInsService } from './pending-sign-ins.service.js';
import { CurrentSessionService } from '../session/current/current-session.service.js';

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
    private readonly pending: PendingSignInsService,
  ) {}

  async run(ctx: ActionContext): Promise<ActionResult> {
    const finish = await this.features.ending(ctx);
    await this.sessions.close(ctx);
    await this.pending.drop(ctx);
    this.csrf.issue(ctx);
    return (await finish()) ?? redirectTo(ctx.callbackUrl);
  }
}
