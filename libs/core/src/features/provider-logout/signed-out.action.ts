import { Injectable } from '@nestjs/common';
import { constantTimeEqual } from '../../crypto/digests.js';
import type { Action } from '../../request/context/action.port.js';
import type { ActionContext } from '../../request/context/action-context.js';
import { type ActionResult, redirectTo } from '../../request/context/auth-response.js';
import { SealedCookieService } from '../../request/context/sealed-cookie.service.js';
import { textOf } from './kept-hint.js';
import { returnCookie } from './logout-cookies.js';

/**
 * GET signed-out: redirects a browser that returns from the provider. The session is not affected.
 * @see OpenID Connect RP-Initiated Logout 1.0 section 3
 */
@Injectable()
export class SignedOutAction implements Action {
  constructor(private readonly sealed: SealedCookieService) {}

  async run(ctx: ActionContext): Promise<ActionResult> {
    const definition = returnCookie(ctx);
    const value = ctx.cookies.get(definition.name);
    if (value === undefined) return redirectTo(ctx.origin);
    const params = new URLSearchParams(ctx.request.search);
    const opened = this.sealed.open(ctx, definition.name, value);
    if (!opened || !isReturn(params, opened['state'])) return redirectTo(ctx.origin);
    ctx.cookies.delete(definition);
    // A long target is only in the cookie that every action reads.
    return redirectTo(textOf(opened['target']) ?? ctx.callbackUrl);
  }
}

/** Whether the state is the one sent. Providers with their own return parameter get no state. */
function isReturn(params: URLSearchParams, expected: unknown): boolean {
  const states = params.getAll('state');
  if (params.has('error')) return false;
  if (expected === undefined) return states.length === 0;
  const [state = '', another] = states;
  return (
    typeof expected === 'string' && another === undefined && constantTimeEqual(state, expected)
  );
}
