import { Injectable } from '@nestjs/common';
import type { Action } from '../context/action.port.js';
import type { ActionContext } from '../context/action-context.js';
import { type ActionResult, jsonOf } from '../context/auth-response.js';

/**
 * GET csrf: returns the token that forms must contain; 404 if the check is off.
 * @see docs/design/wire-contract.md CSRF-7, CSRF-8
 */
@Injectable()
export class CsrfAction implements Action {
  async run({ csrfToken, cookies, cookieDefinitions }: ActionContext): Promise<ActionResult> {
    if (csrfToken !== undefined) return jsonOf({ csrfToken });
    cookies.delete(cookieDefinitions.csrfToken);
    return { status: 404 };
  }
}
