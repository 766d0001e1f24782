import { Injectable } from '@nestjs/common';
import { AuthError } from '../errors/auth.error.js';
import { toError } from '../errors/to-error.js';
import type { SessionContext } from '../exchange/session-context.js';
import { CurrentSessionService } from '../session/current-session.service.js';
import { GrantsService } from './grants.service.js';
import { TokenPlacesService } from './token-places.service.js';

/** Revokes provider tokens at each sign-out if `providerTokens.revokeAt` is `signOut`. */
@Injectable()
export class SignOutTokensService {
  constructor(
    private readonly sessions: CurrentSessionService,
    private readonly places: TokenPlacesService,
    private readonly grants: GrantsService,
  ) {}

  /**
   * Reads the user id before the session ends; null if the option is off.
   * @throws {SignOutError} when the session cannot be read; nothing has ended then
   */
  async begin(ctx: SessionContext): Promise<string | null> {
    const { providerTokens, adapter } = ctx.config;
    if (providerTokens.revokeAt !== 'signOut' || !adapter) return null;
    return this.sessions.leavingUserId(ctx);
  }

  /** Never rejects, since the user has already signed out. */
  async end({ config, logger }: SessionContext, userId: string | null): Promise<void> {
    if (userId === null) return;
    try {
      const found = await this.places.findAll(config, userId);
      await Promise.all(found.map(({ place, row }) => this.grants.revoke(place, row)));
    } catch (thrown) {
      const err = toError(thrown);
      logger.error(new AuthError('the provider tokens were not revoked at the sign-out', { err }));
    }
  }
}
