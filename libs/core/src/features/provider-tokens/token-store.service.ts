import { Injectable } from '@nestjs/common';
import { AuthError } from '../../errors/auth.error.js';
import {
  ProviderTokenMissing,
  ProviderTokenUnavailable,
} from '../../errors/provider-token.errors.js';
import { toError } from '../../errors/to-error.js';
import { TokenRevocationService } from './token-revocation.service.js';
import { isDue, missingToken, type TokenPlace } from './refresh-rules.js';
import type { RefreshedTokens } from './refreshed-tokens.js';
import type { StoredTokens } from './stored-tokens.js';
import { TokenEventsService } from './token-events.service.js';
import { UnsavedTokensService } from './unsaved-tokens.service.js';

/** Number of write attempts when other requests change the account at the same time. */
const ROUNDS = 5;

/** Stores refreshed tokens. They must not be lost, since the old refresh token is spent. */
@Injectable()
export class TokenStoreService {
  /** Ids of the providers for which a warning was logged. */
  private readonly warned = new Set<string>();

  constructor(
    private readonly unsaved: UnsavedTokensService,
    private readonly revocations: TokenRevocationService,
    private readonly events: TokenEventsService,
  ) {}

  /**
   * @param spent - the tokens that the refresh used up
   * @returns the tokens for the callers; they are kept in memory if the store fails
   * @throws {ProviderTokenMissing} if the account or its tokens were removed meanwhile
   */
  async save(
    place: TokenPlace,
    spent: StoredTokens,
    renewed: RefreshedTokens,
  ): Promise<StoredTokens> {
    const store = (): Promise<StoredTokens> => this.store(place, spent, renewed);
    let stored = renewed.tokens;
    try {
      stored = await store();
    } catch (thrown) {
      if (thrown instanceof ProviderTokenMissing) throw thrown;
      place.config.logger.error(notStored(place, thrown));
      this.unsaved.keep(place.rows.adapter, spent, { tokens: renewed.tokens, store });
    }
    // Cleared meanwhile, by a revocation or a logout at the provider: nothing was refreshed.
    if (stored.accessToken === undefined) throw missingToken(stored);
    this.warnOfShortLife(place, stored);
    await this.events.refreshed(place.config, stored);
    return stored;
  }

  /**
   * Stores new tokens. They replace anything that was written meanwhile, except by a sign-in.
   * @returns what is stored afterwards
   */
  private async store(
    place: TokenPlace,
    spent: StoredTokens,
    { patch, tokens }: RefreshedTokens,
  ): Promise<StoredTokens> {
    let row = spent;
    for (let round = 1; round <= ROUNDS; round += 1) {
      if (await place.rows.advance(row, patch)) return tokens;
      const now = await place.rows.get(row);
      if (now?.accessToken === tokens.accessToken) return tokens;
      if (now?.refreshToken !== spent.refreshToken) await this.drop(place, tokens, spent);
      if (!now) throw new ProviderTokenMissing('no-account', place.provider.id);
      if (now.refreshToken !== spent.refreshToken) return now;
      row = now;
    }
    throw new ProviderTokenUnavailable(place.provider.id);
  }

  /**
   * Revokes new tokens that are not stored, because a sign-in was newer or the account was removed:
   * a new refresh token would stay valid. If there is no new refresh token, nothing is revoked:
   * revoking the old one could end the grant of the newer sign-in, since Google revokes everything
   * that the application was granted.
   */
  private async drop(place: TokenPlace, ours: StoredTokens, spent: StoredTokens): Promise<void> {
    const { refreshToken, accessToken } = ours;
    if (refreshToken === spent.refreshToken) return;
    await this.revocations.revoke(place.config, place.provider, { refreshToken, accessToken });
  }

  private warnOfShortLife({ config, provider, rows }: TokenPlace, tokens: StoredTokens): void {
    if (this.warned.has(provider.id) || !isDue({ config, provider, rows }, tokens)) return;
    this.warned.add(provider.id);
    config.logger.warn('short-provider-token');
  }
}

function notStored({ provider }: TokenPlace, thrown: unknown): AuthError {
  const effect = 'they are kept in memory for now, and storing them is tried again';
  const err = toError(thrown);
  return new AuthError(`${provider.id}: refreshed tokens were not stored; ${effect}`, { err });
}
