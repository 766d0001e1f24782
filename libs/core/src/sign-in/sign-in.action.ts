import { Injectable } from '@nestjs/common';
import { actionUrl } from '../request/redirects/request-urls.js';
import type { Action } from '../request/context/action.port.js';
import type { ActionContext } from '../request/context/action-context.js';
import { type ActionResult, redirectTo } from '../request/context/auth-response.js';
import { SignInFlowsService } from './sign-in-flows.service.js';

/** POST signin: starts the provider's sign-in flow. @see docs/design/wire-contract.md 6.6 */
@Injectable()
export class SignInAction implements Action {
  constructor(private readonly flows: SignInFlowsService) {}

  async run(ctx: ActionContext): Promise<ActionResult> {
    if (!ctx.provider) return redirectTo(actionUrl(ctx, 'signin'));
    return this.flows.get(ctx.provider).start(ctx);
  }
}
