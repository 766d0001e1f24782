import { Injectable } from '@nestjs/common';
import { InvalidProvider } from '../../../errors/internal.errors.js';
import type { ActionContext } from '../../../request/context/action-context.js';
import type { ActionResult } from '../../../request/context/auth-response.js';
import { CurrentSessionService } from '../../../session/current/current-session.service.js';
import { SignInFlowsService } from '../../../sign-in/sign-in-flows.service.js';
import { ReauthenticationService } from '../../reauthenticate/reauthentication.service.js';
import { oauthProviders } from './linked-accounts.js';

/** Links accounts at OAuth and OpenID providers to the user of a session. */
@Injectable()
export class LinkingService {
  constructor(
    private readonly sessions: CurrentSessionService,
    private readonly flows: SignInFlowsService,
    private readonly again: ReauthenticationService,
  ) {}

  /**
   * Starts the ordinary sign-in with a provider, after which the account belongs to the user.
   * @throws {FreshAuthRequired} if it is too long since the user proved who they are
   * @throws {InvalidProvider} if accounts of the provider cannot be linked
   */
  async start(ctx: ActionContext, providerId: unknown): Promise<ActionResult> {
    await this.sessions.assertFresh(ctx);
    const provider = oauthProviders(ctx.config).find(({ id }) => id === providerId);
    if (!provider) throw new InvalidProvider('provider: expected an OAuth or OpenID provider');
    this.again.abandon(ctx);
    return this.flows.get(provider).start(Object.assign(ctx, { provider }));
  }
}
