import { Injectable } from '@nestjs/common';
import type { Action } from '../exchange/action.port.js';
import type { AuthContext } from '../exchange/auth-context.js';
import { type ActionResult, jsonOf } from '../exchange/auth-response.js';

/**
 * GET csrf: returns the token that forms must contain; 404 if the check is off.
 * @see docs/design/wire-contract.md CSRF-7, CSRF-8
 */
@Injectable()
export class CsrfAction implements Action {
  async run({ csrfToken, cookies, cookieDefinitions }: AuthContext): Promise<ActionResult> {
    if (csrfToken !== undefined) return jsonOf({ csrfToken });
    cookies.delete(cookieDefinitions.csrfToken);
    return { status: 404 };
  }
}
