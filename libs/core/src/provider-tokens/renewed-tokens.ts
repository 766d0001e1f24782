import type { TokenSet } from '../model/token-set.js';
import type { ResolvedOAuthProvider } from '../provider/resolved-provider.js';
import { scopesOf } from '../provider/scopes-of.js';
import type { StoredTokens } from './stored-tokens.js';

/** New tokens: as they are stored, and as callers get them. */
export interface RenewedTokens {
  readonly patch: Readonly<Record<string, unknown>>;
  readonly tokens: StoredTokens;
}

/**
 * What a refresh changes: a scope that is left out stays, and so does a refresh token or an ID
 * token; the end of the old access token never does.
 * @see RFC 6749 sections 5.1 and 6
 */
export function renewedTokens(
  provider: ResolvedOAuthProvider,
  response: TokenSet,
  spent: StoredTokens,
): RenewedTokens {
  const { access_token, refresh_token, id_token, expires_at, scope, ...kept } =
    provider.account(response);
  const patch = {
    ...withoutKeys(kept),
    access_token: access_token ?? null,
    expires_at: expires_at ?? null,
    ...(scope !== undefined && { scope }),
    ...(refresh_token !== undefined && { refresh_token }),
    ...(id_token !== undefined && { id_token }),
    refreshStartedAt: null,
    refreshRefusedAt: null,
  };
  const tokens = {
    ...spent,
    accessToken: response.access_token,
    refreshToken: response.refresh_token ?? spent.refreshToken,
    idToken: response.id_token ?? spent.idToken,
    expiresAt: response.expires_at,
    scopes: response.scope === undefined ? spent.scopes : scopesOf(response.scope),
    startedAt: undefined,
    refusedAt: undefined,
  };
  return { patch, tokens };
}

const KEYS: ReadonlySet<string> = new Set([
  'id',
  'userId',
  'type',
  'provider',
  'providerAccountId',
  'tokenVersion',
]);

/** A provider's `account` chooses what is stored of the tokens, and never whose they are. */
function withoutKeys(members: object): object {
  const own = Object.entries(members).filter(
    ([name, value]) => value !== undefined && !KEYS.has(name),
  );
  return Object.fromEntries(own);
}
