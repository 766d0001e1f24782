import { Injectable } from '@nestjs/common';
import { AdapterError, Timeout } from '../../errors/internal.errors.js';
import {
  ProviderTokenMissing,
  ProviderTokenRefused,
  ProviderTokenUnavailable,
} from '../../errors/provider-token.errors.js';
import { withTimeout } from '../../model/with-timeout.js';
import { GrantsService, toGrant } from './grants.service.js';
import { ProviderFetchService } from './provider-fetch.service.js';
import type {
  ProviderAccessToken,
  ProviderFetchInit,
  ProviderGrant,
  ProviderTokenOptions,
  TokenOwner,
} from './provider-tokens.js';
import { RefreshFlightsService } from './refresh-flights.service.js';
import {
  isDue,
  isRefused,
  isUsable,
  missingToken,
  type TokenPlace,
  withoutRefresh,
} from './refresh-rules.js';
import { ResealService } from './reseal.service.js';
import type { StoredTokens } from './stored-tokens.js';
import { TokenPlacesService, userIdOf } from './token-places.service.js';
import { RefreshOnceService } from './refresh-once.service.js';

/**
 * Provides access tokens from providers to the application. Tokens that are due are refreshed once
 * across all instances.
 * @throws {MissingAdapter | MissingAdapterMethods} from every method if accounts cannot be read
 * @throws {InvalidProvider} for a provider that is not configured
 * @throws {UnauthorizedException} for a session without a user
 */
@Injectable()
export class ProviderTokensService {
  constructor(
    private readonly places: TokenPlacesService,
    private readonly flights: RefreshFlightsService,
    private readonly renewals: RefreshOnceService,
    private readonly requests: ProviderFetchService,
    private readonly grants: GrantsService,
    private readonly seals: ResealService,
  ) {}

  /**
   * Returns a token that can be used now. A token that is not due costs one SELECT.
   * @param owner - id of a user, or the session that the guard set on the request
   * @throws {ProviderTokenMissing | ProviderTokenRefused | ProviderTokenUnavailable}
   */
  async getAccessToken(
    owner: TokenOwner,
    provider: string,
    options: ProviderTokenOptions = {},
  ): Promise<ProviderAccessToken> {
    const { place, row } = await this.places.find(owner, provider, options);
    assertScopes(row, options.scopes);
    const current = isDue(place, row) ? await this.renewed(place, row, options.signal) : row;
    assertScopes(current, options.scopes);
    return view(current);
  }

  /**
   * Like `fetch`, but with a token. It calls only the provider's `resourceServers` and does not
   * follow redirects. After a 401 with `invalid_token`, the token is refreshed once and the request
   * is repeated once, if its body can be sent again.
   * @throws {ProviderTokenMissing | ProviderTokenRefused | ProviderTokenUnavailable}
   * @throws {StepUpRequired} after a 401 with `insufficient_user_authentication`
   */
  async fetch(
    owner: TokenOwner,
    provider: string,
    url: string | URL,
    init: ProviderFetchInit = {},
  ): Promise<Response> {
    const place = await this.places.provider(provider, init.request);
    return this.requests.send(place, { url, init }, (options) =>
      this.getAccessToken(owner, provider, options),
    );
  }

  /** Lists what the user has granted, without any token. */
  async list(
    owner: TokenOwner,
    { request }: Pick<ProviderTokenOptions, 'request'> = {},
  ): Promise<ProviderGrant[]> {
    const config = await this.places.configOf(request);
    const found = await this.places.findAll(config, userIdOf(owner));
    return found.map(({ place, row }) => toGrant(place, row));
  }

  /**
   * Removes the tokens of an account here, then revokes them at the provider. The account stays
   * linked. Call it before you delete a user or unlink an account.
   * @returns whether the provider revoked them; errors from the provider are logged
   * @throws {ProviderTokenMissing} for no account, or several
   * @throws {AdapterError} when they cannot be removed; nothing is revoked then
   */
  async revoke(
    owner: TokenOwner,
    provider: string,
    options: ProviderTokenOptions = {},
  ): Promise<{ revoked: boolean }> {
    const { place, row } = await this.places.find(owner, provider, options);
    return { revoked: await this.grants.revoke(place, row) };
  }

  /**
   * Seals one batch of stored tokens with the newest secret in `encryptionSecret`. Call it from a
   * job until it returns 0. Refreshes and sign-ins may run at the same time.
   * @param limit - maximum number of accounts
   * @returns how many accounts were written
   */
  async reseal(
    limit = 100,
    { request }: Pick<ProviderTokenOptions, 'request'> = {},
  ): Promise<number> {
    return this.seals.run(await this.places.configOf(request), limit);
  }

  private async renewed(
    place: TokenPlace,
    row: StoredTokens,
    signal: AbortSignal | undefined,
  ): Promise<StoredTokens> {
    if (row.refreshToken === undefined) return withoutRefresh(place, row);
    if (isRefused(row)) throw new ProviderTokenRefused(place.provider.id);
    const { flight, isOurs } = this.join(place, row);
    try {
      const found = await released(flight, place.config.timeoutMs, signal);
      // Somebody who can still use the old token did not wait for another instance to replace it.
      const { refused } = place;
      const isStillOld = refused !== undefined && found.accessToken === refused;
      return isStillOld && !isOurs ? await this.renewed(place, found, signal) : found;
    } catch (thrown) {
      const error = asUnavailable(place, thrown);
      // The old token can be used for as long as it is valid.
      if (error instanceof ProviderTokenUnavailable && isUsable(place, row)) return row;
      throw error;
    }
  }

  /** Joins the refresh that is in progress in this process, or starts one. */
  private join(
    place: TokenPlace,
    row: StoredTokens,
  ): { readonly flight: Promise<StoredTokens>; readonly isOurs: boolean } {
    let isOurs = false;
    const flight = this.flights.join(place.rows.adapter, row, () => {
      isOurs = true;
      return this.renewals.renew(place, row);
    });
    return { flight, isOurs };
  }
}

function assertScopes({ provider, scopes }: StoredTokens, wanted: readonly string[] = []): void {
  const missing = wanted.filter((scope) => !scopes.includes(scope));
  if (missing.length > 0) throw new ProviderTokenMissing('scopes', provider, missing);
}

/** Stops waiting at a timeout or an abort; the refresh continues. @throws {Timeout} */
async function released<T>(
  work: Promise<T>,
  timeoutMs: number,
  signal: AbortSignal | undefined,
): Promise<T> {
  const inTime = withTimeout(work, timeoutMs, 'the provider');
  if (!signal) return inTime;
  inTime.catch(() => undefined);
  signal.throwIfAborted();
  let abort = (): void => undefined;
  const aborted = new Promise<never>((_, reject) => {
    abort = () => reject(signal.reason as Error);
    signal.addEventListener('abort', abort, { once: true });
  });
  return Promise.race([inTime, aborted]).finally(() => signal.removeEventListener('abort', abort));
}

function asUnavailable({ provider }: TokenPlace, thrown: unknown): unknown {
  if (!(thrown instanceof Timeout || thrown instanceof AdapterError)) return thrown;
  return new ProviderTokenUnavailable(provider.id, undefined, { err: thrown });
}

/** @throws {ProviderTokenMissing} for a row without an access token */
function view(row: StoredTokens): ProviderAccessToken {
  const { accessToken, expiresAt, scopes, provider, providerAccountId } = row;
  if (accessToken === undefined) throw missingToken(row);
  return {
    accessToken,
    tokenType: 'bearer',
    expiresAt: expiresAt === undefined ? null : new Date(expiresAt * 1000),
    scopes,
    provider,
    providerAccountId,
  };
}
