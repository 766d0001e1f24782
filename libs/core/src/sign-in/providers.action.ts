import { Injectable } from '@nestjs/common';
import { callbackUrlOf, postUrl } from '../request/redirects/request-urls.js';
import type { Action } from '../request/context/action.port.js';
import type { ActionContext } from '../request/context/action-context.js';
import { type ActionResult, jsonOf } from '../request/context/auth-response.js';
import type { PublicProvider } from '../provider/provider.js';

/** GET providers: the public data of the providers. @see docs/design/wire-contract.md 6.1 */
@Injectable()
export class ProvidersAction implements Action {
  async run(ctx: ActionContext): Promise<ActionResult> {
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
