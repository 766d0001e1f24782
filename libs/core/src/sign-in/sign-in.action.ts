import { Injectable } from '@nestjs/common';
import { actionUrl } from '../exchange/request-urls.js';
import type { Action } from '../exchange/action.port.js';
import type { AuthContext } from '../exchange/auth-context.js';
import { type ActionResult, redirectTo } from '../exchange/auth-response.js';
import { SignInFlowsService } from './sign-in-flows.service.js';

/** POST signin: starts the provider's sign-in flow. @see docs/design/wire-contract.md 6.6 */
@Injectable()
export class SignInAction implements Action {
  constructor(private readonly flows: SignInFlowsService) {}

  async run(ctx: AuthContext): Promise<ActionResult> {
    if (!ctx.provider) return redirectTo(actionUrl(ctx, 'signin'));
    return this.flows.get(ctx.provider).start(ctx);
  }
}
