import { Injectable } from '@nestjs/common';
import { InvalidProvider } from '../errors/internal.errors.js';
import type { Action } from '../exchange/action.port.js';
import type { AuthAnswer } from '../exchange/auth-response.js';
import { jsonOf } from '../exchange/auth-response.js';
import type { AuthContext } from '../exchange/auth-context.js';
import { headerOf } from '../exchange/auth-request.js';

/** GET webauthn-options while no WebAuthn provider can be configured. @see wire contract 6.11 */
@Injectable()
export class WebAuthnOptionsAction implements Action {
  async run({ request }: AuthContext): Promise<AuthAnswer> {
    if (headerOf(request, 'accept')?.includes('text/html')) {
      throw new InvalidProvider('no WebAuthn provider is configured');
    }
    return jsonOf({ error: 'Invalid provider' }, 400);
  }
}
