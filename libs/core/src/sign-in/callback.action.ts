import { Injectable } from '@nestjs/common';
import { AuthError } from '../errors/auth.error.js';
import { CallbackRouteError } from '../errors/internal.errors.js';
import { toError } from '../errors/to-error.js';
import type { Action } from '../request/context/action.port.js';
import type { ActionContext } from '../request/context/action-context.js';
import type { ActionResult } from '../request/context/auth-response.js';
import { isIdentity } from './sign-in-flow.port.js';
import { SignInFlowsService } from './sign-in-flows.service.js';
import { SignInService } from './sign-in.service.js';

/** The callback: verifies the identity and signs in. @see docs/design/wire-contract.md 6.7 */
@Injectable()
export class CallbackAction implements Action {
  constructor(
    private readonly flows: SignInFlowsService,
    private readonly signIn: SignInService,
  ) {}

  async run(ctx: ActionContext): Promise<ActionResult> {
    try {
      const result = await this.flows.get(ctx.provider).verify(ctx);
      return isIdentity(result) ? await this.signIn.complete(ctx, result) : result;
    } catch (thrown) {
      if (thrown instanceof AuthError) throw thrown;
      throw new CallbackRouteError('the callback failed', {
        err: toError(thrown),
        provider: ctx.provider?.id,
      });
    }
  }
}
