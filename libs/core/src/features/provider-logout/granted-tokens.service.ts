import { Injectable } from '@nestjs/common';
import type { AdapterAccount, AdapterSession } from '../../adapter/adapter-rows.js';
import type { CompleteAdapter } from '../../adapter/complete-adapter.js';
import { openToken } from '../../adapter/sealed-tokens.js';
import type { ResolvedAuthConfig } from '../../config/resolved-auth-config.js';
import { AuthError } from '../../errors/auth.error.js';
import type { Account } from '../../model/account.js';
import { parameterOf } from '../../provider/normalize-endpoint.js';
import { scopesOf } from '../../provider/scopes-of.js';
import type { ProviderNotice } from './provider-notice.js';
import { storedClaims } from './stored-claims.js';

/** Number of attempts: a concurrent refresh raises the version once or twice. */
const ATTEMPTS = 3;
const CLEARED = { access_token: null, refresh_token: null, expires_at: null };

/** What has ended at which provider. */
interface Ended {
  readonly provider: string;
  readonly notice: ProviderNotice;
}

/**
 * Clears tokens that a provider granted for a session rather than for offline use.
 * @see OpenID Connect Back-Channel Logout 1.0 section 2.7; docs/design/decisions.md 42
 */
@Injectable()
export class GrantedTokensService {
  /**
   * Clears the access and refresh tokens of the accounts that a notice refers to: the one whose id
   * is the `sub`, and those of the users of sessions. The call can be repeated.
   * @throws {AuthError} when the store fails, or the account keeps changing
   */
  async clear(
    config: ResolvedAuthConfig,
    ended: Ended,
    sessions: readonly AdapterSession[],
  ): Promise<void> {
    const adapter = clearingAdapter(config);
    if (!adapter) return;
    for (const id of await accountIds(adapter, ended, sessions)) {
      await clearOne(config, adapter, { ...ended, id });
    }
  }

  /** Does the same for one account. */
  async clearAccount(
    config: ResolvedAuthConfig,
    { provider, providerAccountId: id }: Pick<Account, 'provider' | 'providerAccountId'>,
    notice: ProviderNotice,
  ): Promise<void> {
    const adapter = clearingAdapter(config);
    if (adapter) await clearOne(config, adapter, { provider, notice, id });
  }
}

/** Returns the adapter if it can change an account on condition that nobody else has. */
function clearingAdapter({ adapter }: ResolvedAuthConfig): CompleteAdapter | undefined {
  return adapter?.has('advanceAccount') && adapter.has('getAccount') ? adapter : undefined;
}

async function accountIds(
  adapter: CompleteAdapter,
  { provider, notice }: Ended,
  sessions: readonly AdapterSession[],
): Promise<Set<string>> {
  const ids = new Set(notice.sub === undefined ? [] : [notice.sub]);
  if (!adapter.has('listAccountsByUserId')) return ids;
  for (const userId of new Set(sessions.map((session) => session.userId))) {
    for (const account of await adapter.listAccountsByUserId(userId)) {
      if (account.provider === provider) ids.add(account.providerAccountId);
    }
  }
  return ids;
}

async function clearOne(
  config: ResolvedAuthConfig,
  adapter: CompleteAdapter,
  { provider, notice, id }: Ended & { readonly id: string },
): Promise<void> {
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    const account = await adapter.getAccount(id, provider);
    if (!account || !(await isOver(config, account, notice))) return;
    const tokenVersion = Number(account.tokenVersion ?? 0) + 1;
    const key = { userId: account.userId, provider, providerAccountId: id };
    if (await adapter.advanceAccount({ ...key, ...CLEARED, tokenVersion })) return;
  }
  throw new AuthError(
    'the tokens of an ended session could not be cleared: the account kept changing',
  );
}

/** Whether the tokens belong to what has ended, according to the stored ID token. */
async function isOver(
  config: ResolvedAuthConfig,
  account: AdapterAccount,
  { sid, sub, time }: ProviderNotice,
): Promise<boolean> {
  const { access_token: access, refresh_token: refresh } = account;
  if (!(access || refresh) || isForOfflineUse(config, account)) return false;
  const idToken = openToken(config.providerTokens.reading, account, 'id_token');
  // An ID token that cannot be opened, since its key was removed, leaves only the account's id.
  if (idToken === null) return account.providerAccountId === sub;
  if (idToken === undefined) return false;
  const claims = await storedClaims(idToken);
  return (
    (claims.iat ?? Infinity) <= time &&
    (sid === undefined || claims['sid'] === sid) &&
    (sub === undefined || claims.sub === sub)
  );
}

/** A provider that does not name the scope has granted the requested one. */
function isForOfflineUse(
  { providers }: ResolvedAuthConfig,
  { provider: id, scope }: AdapterAccount,
): boolean {
  const provider = providers.get(id);
  const requested =
    provider && 'authorization' in provider
      ? parameterOf(provider.authorization, 'scope')
      : undefined;
  return scopesOf(scope ?? requested).includes('offline_access');
}
