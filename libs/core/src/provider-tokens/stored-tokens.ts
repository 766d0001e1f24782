import type { AdapterAccount } from '../adapter/adapter-rows.js';
import { openToken, type TokenReading } from '../adapter/sealed-tokens.js';
import { scopesOf } from '../provider/scopes-of.js';

/** The tokens of one account, opened. */
export interface StoredTokens {
  readonly userId: string;
  readonly provider: string;
  readonly providerAccountId: string;
  readonly accessToken?: string;
  readonly refreshToken?: string;
  readonly idToken?: string;
  /** Expiry of the access token, in seconds since the epoch. */
  readonly expiresAt?: number;
  readonly scopes: readonly string[];
  readonly version: number;
  /** Milliseconds since the epoch. */
  readonly startedAt?: number;
  /** Milliseconds since the epoch. */
  readonly refusedAt?: number;
  /** Whether the access or refresh token is stored but cannot be opened. */
  readonly isUnreadable: boolean;
}

/** @param defaultScope - the requested scope, used where the provider did not state its own */
export function storedTokens(
  reading: TokenReading,
  account: AdapterAccount,
  defaultScope: string | undefined,
): StoredTokens {
  const accessToken = openToken(reading, account, 'access_token');
  const refreshToken = openToken(reading, account, 'refresh_token');
  const { userId, provider, providerAccountId, scope, tokenVersion } = account;
  return {
    userId,
    provider,
    providerAccountId,
    accessToken: accessToken ?? undefined,
    refreshToken: refreshToken ?? undefined,
    idToken: openToken(reading, account, 'id_token') ?? undefined,
    expiresAt: secondsOf(account.expires_at),
    scopes: scopesOf(scope ?? defaultScope),
    version: Number(tokenVersion ?? 0),
    startedAt: timeOf(account.refreshStartedAt),
    refusedAt: timeOf(account.refreshRefusedAt),
    isUnreadable: accessToken === null || refreshToken === null,
  };
}

/** Seconds until the access token expires; `Infinity` where it has no expiry. */
export function secondsLeft({ accessToken, expiresAt }: StoredTokens): number {
  if (accessToken === undefined) return 0;
  return expiresAt === undefined ? Infinity : expiresAt - Date.now() / 1000;
}

/** A null in the store is not a time. */
function timeOf(value: unknown): number | undefined {
  return value instanceof Date ? value.getTime() : undefined;
}

/** Some stores return a number of this size as a string. */
function secondsOf(value: unknown): number | undefined {
  const seconds = value === null || value === undefined ? NaN : Number(value);
  return Number.isFinite(seconds) ? seconds : undefined;
}
