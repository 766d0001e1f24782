import type { CompleteAdapter } from '../../adapter/complete-adapter.js';
import type { ResolvedAuthConfig } from '../../config/resolved-auth-config.js';
import { parameterOf } from '../../provider/normalize-endpoint.js';
import type { ResolvedOAuthProvider, ResolvedProvider } from '../../provider/resolved-provider.js';
import { AccountRows } from './account-rows.js';
import type { TokenPlace } from './refresh-rules.js';
import type { StoredTokens } from './stored-tokens.js';

/** The tokens of a user at one provider, and where they are stored. */
export interface OwnTokens {
  readonly place: TokenPlace;
  readonly row: StoredTokens;
}

/** Reads the tokens of a user at all configured providers with one SELECT. */
export async function readAll(
  config: ResolvedAuthConfig,
  adapter: CompleteAdapter,
  userId: string,
): Promise<readonly OwnTokens[]> {
  const accounts = await adapter.listAccountsByUserId(userId);
  return accounts.flatMap((account) => {
    const provider = config.providers.get(account.provider);
    if (!isOAuth(provider)) return [];
    const place = placeOf(config, adapter, provider);
    return [{ place, row: place.rows.read(account, userId) }];
  });
}

export function placeOf(
  config: ResolvedAuthConfig,
  adapter: CompleteAdapter,
  provider: ResolvedOAuthProvider,
): TokenPlace {
  const { reading } = config.providerTokens;
  const scope = parameterOf(provider.authorization, 'scope');
  return { config, provider, rows: new AccountRows(adapter, reading, scope) };
}

export function isOAuth(provider: ResolvedProvider | undefined): provider is ResolvedOAuthProvider {
  return provider?.type === 'oauth' || provider?.type === 'oidc';
}
