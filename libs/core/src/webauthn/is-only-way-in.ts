import type { AdapterUser } from '../adapter/adapter-rows.js';
import type { CompleteAdapter } from '../adapter/complete-adapter.js';
import type { SessionContext } from '../exchange/session-context.js';
import { normalizeEmail } from '../model/normalize-email.js';

/** The user whose ways to sign in are checked. */
export interface WaysOf {
  readonly ctx: SessionContext;
  readonly adapter: CompleteAdapter;
  readonly user: AdapterUser;
}

/**
 * Whether the user cannot sign in without this passkey: there is no other usable account, and no
 * sign-in link can be mailed. An account is usable only if its provider is configured, a passkey
 * only if its authenticator is stored too.
 * @param providerAccountId - the account id of the passkey
 */
export async function isOnlyWayIn(asker: WaysOf, providerAccountId: string): Promise<boolean> {
  const { ctx, adapter, user } = asker;
  const mails = [...ctx.config.providers.values()].some(({ type }) => type === 'email');
  // An application may store something else as the address, such as a staff number.
  if (mails && normalizeEmail(user.email) !== null) return false;
  const ways = adapter.has('listAccountsByUserId')
    ? await usableAccounts(asker)
    : await usablePasskeys(asker);
  return ways.every((way) => way === providerAccountId);
}

/** Returns the ids of the accounts that the user can sign in with. */
async function usableAccounts({ ctx, adapter, user }: WaysOf): Promise<string[]> {
  const passkeys = await adapter.listAuthenticatorsByUserId(user.id);
  const ids = new Set(passkeys.map(({ providerAccountId }) => providerAccountId));
  const accounts = await adapter.listAccountsByUserId(user.id);
  return accounts
    .filter(({ provider }) => ctx.config.providers.has(provider))
    .filter(({ type, providerAccountId }) => type !== 'webauthn' || ids.has(providerAccountId))
    .map(({ providerAccountId }) => providerAccountId);
}

/** Returns the ids of the usable passkeys, for an adapter that cannot list accounts. */
async function usablePasskeys({ ctx, adapter, user }: WaysOf): Promise<string[]> {
  const providers = [...ctx.config.providers.values()].filter(({ type }) => type === 'webauthn');
  const usable: string[] = [];
  for (const { providerAccountId } of await adapter.listAuthenticatorsByUserId(user.id)) {
    for (const { id } of providers) {
      if (await adapter.getAccount(providerAccountId, id)) usable.push(providerAccountId);
    }
  }
  return usable;
}
