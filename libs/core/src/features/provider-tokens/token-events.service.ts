import { Injectable } from '@nestjs/common';
import type { AuthEvents } from '../../config/options/events.js';
import type { ResolvedAuthConfig } from '../../config/resolved-auth-config.js';
import { EventsService } from '../../events/events.service.js';
import type { StoredTokens } from './stored-tokens.js';

/** Emits events about the tokens of an account. The events do not contain any token. */
@Injectable()
export class TokenEventsService {
  constructor(private readonly events: EventsService) {}

  async refreshed(
    config: ResolvedAuthConfig,
    { userId, provider, providerAccountId, scopes }: StoredTokens,
  ): Promise<void> {
    const message = { userId, provider, providerAccountId, scopes };
    await this.events.emit(contextOf(config), 'refreshTokens', message);
  }

  async lost(
    config: ResolvedAuthConfig,
    { userId, provider, providerAccountId }: StoredTokens,
    reason: AuthEvents['loseTokens']['reason'],
  ): Promise<void> {
    const message = { userId, provider, providerAccountId, reason };
    await this.events.emit(contextOf(config), 'loseTokens', message);
  }
}

/** Uses the logger from the configuration, since tokens are refreshed outside of requests. */
function contextOf(config: ResolvedAuthConfig) {
  return { config, logger: config.logger };
}
