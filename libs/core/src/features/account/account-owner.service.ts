import { Injectable } from '@nestjs/common';
import type { SessionContext } from '../../request/context/session-context.js';
import { CurrentSessionService } from '../../session/current/current-session.service.js';
import type { WaysOf } from '../../sign-in/way-in.js';

/** Finds whose account a request is about. */
@Injectable()
export class AccountOwnerService {
  constructor(private readonly sessions: CurrentSessionService) {}

  /** @returns null if nobody is signed in, or the user is not stored by the adapter */
  async find(ctx: SessionContext): Promise<WaysOf | null> {
    const { adapter } = ctx.config;
    const user = adapter && (await this.sessions.currentUser(ctx));
    return adapter && user ? { ctx, adapter, user } : null;
  }

  /**
   * As {@link find}, before something that lasts is changed or shown.
   * @throws {FreshAuthRequired} if it is too long since the user proved who they are
   */
  async fresh(ctx: SessionContext): Promise<WaysOf | null> {
    const owner = await this.find(ctx);
    if (owner) await this.sessions.assertFresh(ctx);
    return owner;
  }
}
