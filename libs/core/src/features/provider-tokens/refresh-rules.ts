import type { ResolvedAuthConfig } from '../../config/resolved-auth-config.js';
import { ProviderTokenMissing } from '../../errors/provider-token.errors.js';
import type { ResolvedOAuthProvider } from '../../provider/resolved-provider.js';
import type { AccountRows } from './account-rows.js';
import { secondsLeft, type StoredTokens } from './stored-tokens.js';

/** The provider whose token is requested, its accounts, and the token that was refused. */
export interface TokenPlace {
  readonly config: ResolvedAuthConfig;
  readonly provider: ResolvedOAuthProvider;
  readonly rows: AccountRows;
  /** The access token that a resource server refused. */
  readonly refused?: string;
}

/** Shortest remaining lifetime with which a token can still be used, in seconds. */
const USABLE = 5;
/** A refresh takes at most 35 s, and the clocks of two instances may be 60 s apart. */
const LEASE_MS = 95_000;
/** After a refusal, no request is sent to the provider for an hour. */
const REFUSAL_MS = 60 * 60 * 1000;

/** Whether the access token should be refreshed before it is used. */
export function isDue({ config, provider, refused }: TokenPlace, row: StoredTokens): boolean {
  if (row.accessToken === undefined || row.accessToken === refused) return true;
  const { refreshMarginSeconds: ofModule } = config.providerTokens;
  return secondsLeft(row) <= (provider.refreshMarginSeconds ?? ofModule);
}

/** Whether the access token can be used, even if it is due. */
export function isUsable({ refused }: TokenPlace, row: StoredTokens): boolean {
  return row.accessToken !== refused && secondsLeft(row) >= USABLE;
}

/**
 * Returns the row if its token can be used although there is no refresh token.
 * @throws {ProviderTokenMissing}
 */
export function withoutRefresh(place: TokenPlace, row: StoredTokens): StoredTokens {
  if (isUsable(place, row)) return row;
  throw missingToken(row);
}

/** Why no token of the row can be used or refreshed. */
export function missingToken(row: StoredTokens): ProviderTokenMissing {
  if (row.isUnreadable) return new ProviderTokenMissing('sealed', row.provider);
  const reason = row.accessToken === undefined ? 'not-stored' : 'expired';
  return new ProviderTokenMissing(reason, row.provider);
}

/** Whether an instance may be refreshing the token. */
export function isLeased({ startedAt }: StoredTokens): boolean {
  return isNear(startedAt, LEASE_MS);
}

/** Whether the provider refused the refresh token within the last hour. */
export function isRefused({ refusedAt }: StoredTokens): boolean {
  return isNear(refusedAt, REFUSAL_MS);
}

/** Compares in both directions: the time may come from an instance whose clock is ahead. */
function isNear(time: number | undefined, distanceMs: number): boolean {
  return time !== undefined && Math.abs(Date.now() - time) < distanceMs;
}
