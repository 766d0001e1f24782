import { Injectable } from '@nestjs/common';
import {
  ProviderTokenMissing,
  ProviderTokenRefused,
  ProviderTokenUnavailable,
} from '../errors/provider-token.errors.js';
import { EventsService } from '../events/events.service.js';
import { type RefreshFailure, refreshFailure } from '../oauth/refresh-failure.js';
import { TokenRefreshService } from '../oauth/token-refresh.service.js';
import { TokenRevocationService } from '../oauth/token-revocation.service.js';
import { isLeased, isRefused, isUsable, type TokenPlace } from './refresh-rules.js';
import { type RenewedTokens, renewedTokens } from './renewed-tokens.js';
import type { StoredTokens } from './stored-tokens.js';
import { UnsavedTokensService } from './unsaved-tokens.service.js';

/** How often tokens are written where others write at the same time. */
const ROUNDS = 5;
const FIRST_POLL_MS = 50;
const LONGEST_POLL_MS = 1000;

/** An account whose refresh token this instance alone may use. */
interface Claim {
  readonly row: StoredTokens;
  readonly isOurs: boolean;
}

/**
 * Refreshes the tokens of one account, once over all instances: whoever raises the version of the
 * row may call the provider. No transaction is open meanwhile.
 * @see docs/design/wire-contract.md 17.2
 */
@Injectable()
export class TokenRenewalService {
  constructor(
    private readonly refreshes: TokenRefreshService,
    private readonly unsaved: UnsavedTokensService,
    private readonly revocations: TokenRevocationService,
    private readonly events: EventsService,
  ) {}

  /**
   * @param row - as it was read; it has a refresh token
   * @returns tokens that can be used
   * @throws {ProviderTokenRefused | ProviderTokenUnavailable | ProviderTokenMissing}
   * @throws {AdapterError} when the store fails before the provider is called
   */
  async renew(place: TokenPlace, row: StoredTokens, isAgain = false): Promise<StoredTokens> {
    const kept = await this.unsaved.settle(place.rows.adapter, row);
    if (kept) {
      if (isUsable(place, kept)) return kept;
      // What is stored is spent, and must not be sent again.
      throw new ProviderTokenUnavailable(place.provider.id);
    }
    const claim = await this.claim(place, row);
    if (!claim.isOurs) return claim.row;
    const renewed = await this.call(place, claim.row, isAgain);
    return 'patch' in renewed ? this.save(place, claim.row, renewed) : renewed;
  }

  /** Waits for the instance that was first, as long as a caller waits. */
  private async claim(place: TokenPlace, read: StoredTokens): Promise<Claim> {
    const until = Date.now() + place.config.timeoutMs;
    let row = read;
    for (let delay = FIRST_POLL_MS; ; delay = Math.min(2 * delay, LONGEST_POLL_MS)) {
      const patch = { refreshStartedAt: new Date() };
      if (!isLeased(row) && (await place.rows.advance(row, patch))) {
        return { row: { ...row, version: row.version + 1 }, isOurs: true };
      }
      row = await this.reread(place, row);
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
  ): Promise<RenewedTokens | StoredTokens> {
    const { config, provider } = place;
    const { refreshToken = '', idToken, scopes } = row;
    try {
      const spent = { refreshToken, idToken, scopes };
      return renewedTokens(provider, await this.refreshes.refresh(config, provider, spent), row);
    } catch (thrown) {
      const failure = refreshFailure(thrown);
      if (failure.kind === 'refused') return this.refused(place, row, { failure, isAgain });
      throw await this.release(place, row, failure);
    }
  }

  /** Somebody may have used the refresh token who knows no version: then theirs is stored. */
  private async refused(
    place: TokenPlace,
    row: StoredTokens,
    { failure, isAgain }: { failure: RefreshFailure; isAgain: boolean },
  ): Promise<StoredTokens> {
    const now = await this.reread(place, row);
    if (now.refreshToken !== row.refreshToken && !isAgain) {
      return isUsable(place, now) ? now : this.renew(place, withoutLease(now), true);
    }
    const { id } = place.provider;
    const error = new ProviderTokenRefused(id, failure.code);
    const patch = { refreshStartedAt: null, refreshRefusedAt: new Date() };
    if (!(await place.rows.advance(now, patch))) throw error;
    place.config.logger.info('refresh token refused', { provider: id, userId: row.userId });
    const { userId, provider, providerAccountId } = row;
    const lost = { userId, provider, providerAccountId, reason: 'refused' } as const;
    await this.events.emit(
      { config: place.config, logger: place.config.logger },
      'loseTokens',
      lost,
    );
    throw error;
  }

  /** Lets others try, and says when. */
  private async release(
    place: TokenPlace,
    row: StoredTokens,
    { kind, retryAfter, err }: RefreshFailure,
  ): Promise<ProviderTokenUnavailable> {
    const error = new ProviderTokenUnavailable(place.provider.id, retryAfter, { err });
    if (kind === 'misconfigured') place.config.logger.error(error);
    // Where the store is down too, the claim ends by itself.
    await place.rows.advance(row, { refreshStartedAt: null }).catch(() => false);
    return error;
  }

  private async save(
    place: TokenPlace,
    spent: StoredTokens,
    renewed: RenewedTokens,
  ): Promise<StoredTokens> {
    const store = (): Promise<StoredTokens> => this.store(place, spent, renewed);
    let stored = renewed.tokens;
    try {
      stored = await store();
    } catch (thrown) {
      if (thrown instanceof ProviderTokenMissing) throw thrown;
      place.config.logger.error(thrown as Error);
      this.unsaved.keep(place.rows.adapter, spent, { tokens: renewed.tokens, store });
    }
    const { userId, provider, providerAccountId, scopes } = stored;
    const refreshed = { userId, provider, providerAccountId, scopes };
    await this.events.emit(
      { config: place.config, logger: place.config.logger },
      'refreshTokens',
      refreshed,
    );
    return stored;
  }

  /**
   * Stores new tokens above whatever was written meanwhile, unless it was a sign-in.
   * @returns what is stored then
   */
  private async store(
    place: TokenPlace,
    spent: StoredTokens,
    { patch, tokens }: RenewedTokens,
  ): Promise<StoredTokens> {
    let row = spent;
    for (let round = 1; round <= ROUNDS; round += 1) {
      if (await place.rows.advance(row, patch)) return tokens;
      row = await this.reread(place, row);
      if (row.accessToken === tokens.accessToken) return tokens;
      if (row.refreshToken !== spent.refreshToken) {
        await this.drop(place, tokens, row);
        return row;
      }
    }
    throw new ProviderTokenUnavailable(place.provider.id);
  }

  /** A sign-in was newer: ours would live on, and nobody would know of them. */
  private async drop(place: TokenPlace, ours: StoredTokens, now: StoredTokens): Promise<void> {
    const { refreshToken, accessToken } = ours;
    if (refreshToken === now.refreshToken) return;
    await this.revocations.revoke(place.config, place.provider, { refreshToken, accessToken });
  }

  private async reread({ rows, provider }: TokenPlace, row: StoredTokens): Promise<StoredTokens> {
    const now = await rows.get(row);
    if (now) return now;
    throw new ProviderTokenMissing('no-account', provider.id);
  }
}

/** The claim on the row was ours. */
function withoutLease(row: StoredTokens): StoredTokens {
  return { ...row, startedAt: undefined };
}
