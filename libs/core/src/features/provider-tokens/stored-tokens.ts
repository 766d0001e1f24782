import type { AdapterAccount } from '../../adapter/adapter-rows.js';
import { openToken, type TokenReading } from '../../adapter/sealed-tokens.js';
import { scopesOf } from '../../provider/scopes-of.js';

/** The decrypted tokens of one account. */
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
  /** When the refresh in progress was started, in milliseconds since the epoch. */
  readonly startedAt?: number;
  /** When the provider refused the refresh token, in milliseconds since the epoch. */
  readonly refusedAt?: number;
  /** Whether the access or refresh token is stored but cannot be opened. */
  readonly isUnreadable: boolean;
}

/** @param defaultScope - the requested scope, used if the provider did not state the granted one */
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

/** Returns the seconds until the access token expires; `Infinity` if it has no expiry. */
export function secondsLeft({ accessToken, expiresAt }: StoredTokens): number {
  if (accessToken === undefined) return 0;
  return expiresAt === undefined ? Infinity : expiresAt - Date.now() / 1000;
}

/** Returns a stored time in milliseconds since the epoch; undefined if the store has null. */
function timeOf(value: unknown): number | undefined {
  return value instanceof Date ? value.getTime() : undefined;
}

/** Returns a stored number, which some stores return as a string because of its size. */
function secondsOf(value: unknown): number | undefined {
  const seconds = value === null || value === undefined ? NaN : Number(value);
  return Number.isFinite(seconds) ? seconds : undefined;
}
