import { Injectable } from '@nestjs/common';
import type { ActionContext } from '../../request/context/action-context.js';
import type { Slots } from '../../feature-port/slots.js';
import { CurrentSessionService } from '../../session/current/current-session.service.js';
import { GrantsService } from './grants.service.js';
import { TokenPlacesService } from './token-places.service.js';

type Ending = Slots['ending'];

/** Revokes provider tokens at each sign-out if `providerTokens.revokeAt` is `signOut`. */
@Injectable()
export class SignOutTokensService implements Ending {
  constructor(
    private readonly sessions: CurrentSessionService,
    private readonly places: TokenPlacesService,
    private readonly grants: GrantsService,
  ) {}

  /**
   * Reads the user id before the session ends.
   * @throws {SignOutError} when the session cannot be read
   */
  async begin(ctx: ActionContext): Promise<(() => Promise<undefined>) | undefined> {
    const { providerTokens, adapter } = ctx.config;
    if (providerTokens.revokeAt !== 'signOut' || !adapter) return undefined;
    const userId = await this.sessions.leavingUserId(ctx);
    if (userId === null) return undefined;
    return async () => {
      const found = await this.places.findAll(ctx.config, userId);
      await Promise.all(found.map(({ place, row }) => this.grants.revoke(place, row)));
      return undefined;
    };
  }
}
