import { Injectable } from '@nestjs/common';
import { callbackUrlOf, postUrl } from '../exchange/request-urls.js';
import type { Action } from '../exchange/action.port.js';
import type { AuthContext } from '../exchange/auth-context.js';
import { type ActionResult, jsonOf } from '../exchange/auth-response.js';
import type { PublicProvider } from '../provider/provider.js';

/** GET providers: the public data of the providers. @see docs/design/wire-contract.md 6.1 */
@Injectable()
export class ProvidersAction implements Action {
  async run(ctx: AuthContext): Promise<ActionResult> {
    const providers = [...ctx.config.providers.values()].map((provider): PublicProvider => ({
      id: provider.id,
      name: provider.name,
      type: provider.type,
      signinUrl: postUrl(ctx, 'signin', provider.id),
      callbackUrl: callbackUrlOf(ctx, provider),
    }));
    return jsonOf(Object.fromEntries(providers.map((provider) => [provider.id, provider])));
  }
}
