import { Injectable } from '@nestjs/common';
import { toError } from '../errors/to-error.js';
import type { SessionContext } from '../exchange/session-context.js';
import { CurrentSessionService } from '../session/current-session.service.js';
import { GrantsService } from './grants.service.js';
import { TokenPlacesService } from './token-places.service.js';

/** Ends tokens of providers at each sign-out, where `providerTokens.revokeAt` says so. */
@Injectable()
export class SignOutTokensService {
  constructor(
    private readonly sessions: CurrentSessionService,
    private readonly places: TokenPlacesService,
    private readonly grants: GrantsService,
  ) {}

  /** Whose tokens; before the session ends. Asks nobody where it is off. */
  async begin(ctx: SessionContext): Promise<string | null> {
    const { providerTokens, adapter } = ctx.config;
    if (providerTokens.revokeAt !== 'signOut' || !adapter) return null;
    return this.sessions.currentUserId(ctx);
  }

  /** Never rejects: the person has signed out. */
  async end({ config, logger }: SessionContext, userId: string | null): Promise<void> {
    if (userId === null) return;
    try {
      const found = await this.places.findAll(config, userId);
      await Promise.all(found.map(({ place, row }) => this.grants.revoke(place, row)));
    } catch (thrown) {
      logger.error(toError(thrown));
    }
  }
}
