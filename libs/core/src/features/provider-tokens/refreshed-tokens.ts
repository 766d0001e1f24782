import type { TokenSet } from '../../model/token-set.js';
import type { ResolvedOAuthProvider } from '../../provider/resolved-provider.js';
import { scopesOf } from '../../provider/scopes-of.js';
import type { StoredTokens } from './stored-tokens.js';

/** New tokens, in the form that is stored and the form that callers receive. */
export interface RefreshedTokens {
  readonly patch: Readonly<Record<string, unknown>>;
  readonly tokens: StoredTokens;
}

/**
 * Returns what a refresh changes. A scope, refresh token or ID token that the response omits is
 * kept; the expiry of the old access token is not.
 * @see RFC 6749 sections 5.1 and 6
 */
export function refreshedTokens(
  provider: ResolvedOAuthProvider,
  response: TokenSet,
  spent: StoredTokens,
): RefreshedTokens {
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

/** A provider's `account` function chooses which token fields are stored, but not for whom. */
function withoutKeys(members: object): object {
  const own = Object.entries(members).filter(
    ([name, value]) => value !== undefined && !KEYS.has(name),
  );
  return Object.fromEntries(own);
}
