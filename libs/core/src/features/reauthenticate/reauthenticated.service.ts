import { Injectable } from '@nestjs/common';
import { EventsService } from '../../events/events.service.js';
import type { Slots } from '../../feature-port/slots.js';
import type { VerifiedIdentity } from '../../feature-port/verified-identity.js';
import type { MaybePromise } from '../../model/maybe-promise.js';
import type { ActionContext } from '../../request/context/action-context.js';
import { ReauthenticationService } from './reauthentication.service.js';

type Opened = Slots['opened'];

/** Emits the event after a user has proven again who they are. */
@Injectable()
export class ReauthenticatedService implements Opened {
  constructor(
    private readonly again: ReauthenticationService,
    private readonly events: EventsService,
  ) {}

  run(ctx: ActionContext, identity: VerifiedIdentity, userId: string): MaybePromise<void> {
    return this.again.wasTaken(ctx) ? this.tell(ctx, identity, userId) : undefined;
  }

  private async tell(
    ctx: ActionContext,
    identity: VerifiedIdentity,
    userId: string,
  ): Promise<void> {
    const { provider, providerAccountId, type } = identity.account;
    const user = (await ctx.config.adapter?.getUser(userId)) ?? identity.user;
    const account = { provider, providerAccountId, type, userId: user.id };
    ctx.logger.info('proven again', { provider, userId: user.id });
    await this.events.emit(ctx, 'reauthenticate', { user, account });
  }
}
