import type { ResolvedAuthConfig } from '../config/resolved-auth-config.js';
import type { ResolvedOAuthProvider } from '../provider/resolved-provider.js';
import type { AccountRows } from './account-rows.js';
import { secondsLeft, type StoredTokens } from './stored-tokens.js';

/** The provider whose token is wanted, its accounts, and the token that was refused. */
export interface TokenPlace {
  readonly config: ResolvedAuthConfig;
  readonly provider: ResolvedOAuthProvider;
  readonly rows: AccountRows;
  /** The access token that a resource server refused. */
  readonly refused?: string;
}

/** A token that lives this long can still be used, seconds. */
const USABLE = 5;
/** A refresh takes 35 s at most, and the clocks of two instances may be 60 s apart. */
const LEASE_MS = 95_000;
/** After a refusal the provider is not asked again for an hour. */
const REFUSAL_MS = 60 * 60 * 1000;

/** Whether the access token should be refreshed before it is used. */
export function isDue({ config, refused }: TokenPlace, row: StoredTokens): boolean {
  if (row.accessToken === undefined || row.accessToken === refused) return true;
  return secondsLeft(row) <= config.providerTokens.refreshMarginSeconds;
}

/** Whether the access token can be used, though it may be due. */
export function isUsable({ refused }: TokenPlace, row: StoredTokens): boolean {
  return row.accessToken !== refused && secondsLeft(row) >= USABLE;
}

/** Whether an instance may be refreshing the token. */
export function isLeased({ startedAt }: StoredTokens): boolean {
  return isNear(startedAt, LEASE_MS);
}

/** Whether the provider refused the refresh token not long ago. */
export function isRefused({ refusedAt }: StoredTokens): boolean {
  return isNear(refusedAt, REFUSAL_MS);
}

/** Compares in both directions: the time may come from an instance whose clock is ahead. */
function isNear(time: number | undefined, distanceMs: number): boolean {
  return time !== undefined && Math.abs(Date.now() - time) < distanceMs;
}
