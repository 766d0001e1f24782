import { Injectable } from '@nestjs/common';
import {
  ProviderTokenRefused,
  ProviderTokenUnavailable,
} from '../../errors/provider-token.errors.js';
import { EndedGrantsService } from './ended-grants.service.js';
import { type RefreshFailure, refreshFailure } from './refresh-failure.js';
import { TokenRefreshService } from './token-refresh.service.js';
import { isLeased, isRefused, isUsable, type TokenPlace, withoutRefresh } from './refresh-rules.js';
import { type RefreshedTokens, refreshedTokens } from './refreshed-tokens.js';
import type { StoredTokens } from './stored-tokens.js';
import { TokenEventsService } from './token-events.service.js';
import { TokenStoreService } from './token-store.service.js';
import { UnsavedTokensService } from './unsaved-tokens.service.js';

const FIRST_POLL_MS = 50;
const LONGEST_POLL_MS = 1000;

/** An account, and whether this instance alone may use its refresh token. */
interface Claim {
  readonly row: StoredTokens;
  readonly isOurs: boolean;
}

/**
 * Refreshes the tokens of one account, once across all instances: the instance that raises the
 * version of the row may call the provider. No transaction is open meanwhile.
 * @see docs/design/wire-contract.md 17.2
 */
@Injectable()
export class RefreshOnceService {
  constructor(
    private readonly refreshes: TokenRefreshService,
    private readonly unsaved: UnsavedTokensService,
    private readonly store: TokenStoreService,
    private readonly events: TokenEventsService,
    private readonly ended: EndedGrantsService,
  ) {}

  /**
   * @param row - as read from the store; it must have a refresh token
   * @returns tokens that can be used
   * @throws {ProviderTokenRefused | ProviderTokenUnavailable | ProviderTokenMissing}
   * @throws {AdapterError} when the store fails before the provider is called
   */
  async renew(place: TokenPlace, row: StoredTokens, isAgain = false): Promise<StoredTokens> {
    const kept = await this.unsaved.settle(place.rows.adapter, row);
    if (kept) {
      if (isUsable(place, kept)) return kept;
      // The stored refresh token is spent and must not be sent again.
      throw new ProviderTokenUnavailable(place.provider.id);
    }
    await this.ended.assertAlive(place, row);
    const claim = await this.claim(place, row);
    if (!claim.isOurs) return claim.row;
    const renewed = await this.call(place, claim.row, isAgain);
    return 'patch' in renewed ? this.store.save(place, claim.row, renewed) : renewed;
  }

  /** Claims the row, or waits for the instance that has claimed it, for as long as callers wait. */
  private async claim(place: TokenPlace, read: StoredTokens): Promise<Claim> {
    const until = Date.now() + place.config.timeoutMs;
    let row = read;
    for (let delay = FIRST_POLL_MS; ; delay = Math.min(2 * delay, LONGEST_POLL_MS)) {
      // The refresh token may have been removed meanwhile; an empty one must not be sent.
      if (row.refreshToken === undefined) return { row: withoutRefresh(place, row), isOurs: false };
      const patch = { refreshStartedAt: new Date() };
      if (!isLeased(row) && (await place.rows.advance(row, patch))) {
        return { row: { ...row, version: row.version + 1 }, isOurs: true };
      }
      row = await place.rows.reread(row);
      if (isUsable(place, row)) return { row, isOurs: false };
      if (isRefused(row)) throw new ProviderTokenRefused(place.provider.id);
      if (Date.now() + delay > until) throw new ProviderTokenUnavailable(place.provider.id);
      await new Promise((resolve) => setTimeout(resolve, delay * (0.75 + Math.random() / 2)));
    }
  }

  private async call(
    place: TokenPlace,
    row: StoredTokens,
    isAgain: boolean,
  ): Promise<RefreshedTokens | StoredTokens> {
    const { config, provider } = place;
    const { refreshToken = '', idToken, scopes } = row;
    try {
      const spent = { refreshToken, idToken, scopes };
      return refreshedTokens(provider, await this.refreshes.refresh(config, provider, spent), row);
    } catch (thrown) {
      const failure = refreshFailure(thrown);
      if (failure.kind === 'refused') return this.refused(place, row, { failure, isAgain });
      throw await this.release(place, row, failure);
    }
  }

  /** A writer that ignores versions may have used the refresh token; a new one is stored then. */
  private async refused(
    place: TokenPlace,
    row: StoredTokens,
    { failure, isAgain }: { failure: RefreshFailure; isAgain: boolean },
  ): Promise<StoredTokens> {
    const now = await place.rows.reread(row);
    if (now.refreshToken === undefined) return withoutRefresh(place, now);
    if (now.refreshToken !== row.refreshToken && !isAgain) {
      return isUsable(place, now) ? now : this.renew(place, withoutLease(now), true);
    }
    const { id } = place.provider;
    const error = new ProviderTokenRefused(id, failure.code);
    const patch = { refreshStartedAt: null, refreshRefusedAt: new Date() };
    if (!(await place.rows.advance(now, patch))) throw error;
    place.config.logger.info('refresh token refused', { provider: id, userId: row.userId });
    await this.events.lost(place.config, row, 'refused');
    throw error;
  }

  /** Releases the claim and returns the error, with the time after which to try again. */
  private async release(
    place: TokenPlace,
    row: StoredTokens,
    { kind, retryAfter, err }: RefreshFailure,
  ): Promise<ProviderTokenUnavailable> {
    const error = new ProviderTokenUnavailable(place.provider.id, retryAfter, { err });
    if (kind === 'misconfigured') place.config.logger.error(error);
    // If the store is down too, the claim expires.
    await place.rows.advance(row, { refreshStartedAt: null }).catch(() => false);
    return error;
  }
}

/** Returns the row without the claim that this instance made. */
function withoutLease(row: StoredTokens): StoredTokens {
  return { ...row, startedAt: undefined };
}
