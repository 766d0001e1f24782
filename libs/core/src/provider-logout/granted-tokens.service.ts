import { Injectable } from '@nestjs/common';
import type { JWTPayload } from 'jose';
import type { AdapterAccount, AdapterSession } from '../adapter/adapter-rows.js';
import type { CompleteAdapter } from '../adapter/complete-adapter.js';
import type { ResolvedAuthConfig } from '../config/resolved-auth-config.js';
import type { LogoutNotice } from './logout-notice.js';

/** Number of attempts: a concurrent refresh raises the version once or twice. */
const ATTEMPTS = 3;
const CLEARED = { access_token: null, refresh_token: null, expires_at: null };

/**
 * Clears tokens that a provider granted for a session rather than for offline use.
 * @see OpenID Connect Back-Channel Logout 1.0 section 2.7
 */
@Injectable()
export class GrantedTokensService {
  /** Clears the access and refresh tokens of the accounts that a notice refers to. */
  async clear(
    { adapter }: ResolvedAuthConfig,
    provider: string,
    { notice, rows }: { notice: LogoutNotice; rows: readonly AdapterSession[] },
  ): Promise<void> {
    if (!adapter?.has('advanceAccount') || !adapter.has('getAccount')) return;
    for (const id of await accountIds(adapter, provider, { notice, rows })) {
      await clearOne(adapter, { provider, id, notice });
    }
  }
}

async function accountIds(
  adapter: CompleteAdapter,
  provider: string,
  { notice, rows }: { notice: LogoutNotice; rows: readonly AdapterSession[] },
): Promise<Set<string>> {
  const ids = new Set(notice.sub === undefined ? [] : [notice.sub]);
  if (!adapter.has('listAccountsByUserId')) return ids;
  for (const userId of new Set(rows.map((row) => row.userId))) {
    for (const account of await adapter.listAccountsByUserId(userId)) {
      if (account.provider === provider) ids.add(account.providerAccountId);
    }
  }
  return ids;
}

async function clearOne(
  adapter: CompleteAdapter,
  { provider, id, notice }: { provider: string; id: string; notice: LogoutNotice },
): Promise<void> {
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    const account = await adapter.getAccount(id, provider);
    if (!account || !(await isOver(account, notice))) return;
    const tokenVersion = Number(account.tokenVersion ?? 0) + 1;
    const key = { userId: account.userId, provider, providerAccountId: id };
    if (await adapter.advanceAccount({ ...key, ...CLEARED, tokenVersion })) return;
  }
}

/** Whether the tokens belong to the session that ended, according to the stored ID token. */
async function isOver(account: AdapterAccount, { sid, time }: LogoutNotice): Promise<boolean> {
  const { scope, id_token: idToken, access_token: access, refresh_token: refresh } = account;
  if (!idToken || (!access && !refresh)) return false;
  if (typeof scope === 'string' && scope.split(' ').includes('offline_access')) return false;
  const claims = await claimsOf(idToken);
  return (claims.iat ?? Infinity) <= time && (sid === undefined || claims['sid'] === sid);
}

async function claimsOf(idToken: string): Promise<JWTPayload> {
  const { decodeJwt } = await import('jose');
  return decodedOr(decodeJwt, idToken);
}

/** Decodes a stored string, which might not be a JWT. */
function decodedOr(decode: (token: string) => JWTPayload, idToken: string): JWTPayload {
  try {
    return decode(idToken);
  } catch {
    return {};
  }
}
