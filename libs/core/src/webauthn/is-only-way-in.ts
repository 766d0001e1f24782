import type { AdapterUser } from '../adapter/adapter.port.js';
import type { CompleteAdapter } from '../adapter/complete-adapter.js';
import type { SessionContext } from '../exchange/session-context.js';

/** Whose ways in are looked at. */
export interface WaysOf {
  readonly ctx: SessionContext;
  readonly adapter: CompleteAdapter;
  readonly user: AdapterUser;
}

/**
 * Whether a person could not sign in again without a passkey: there is no other account, and no
 * link can be mailed. With an adapter that cannot list accounts, another passkey is asked for.
 * @param providerAccountId - of the passkey
 */
export async function isOnlyWayIn(
  { ctx, adapter, user }: WaysOf,
  providerAccountId: string,
): Promise<boolean> {
  const mails = [...ctx.config.providers.values()].some(
    ({ type }: { type: string }) => type === 'email',
  );
  if (mails && user.email) return false;
  const ways = adapter.has('listAccountsByUserId')
    ? await adapter.listAccountsByUserId(user.id)
    : await adapter.listAuthenticatorsByUserId(user.id);
  return ways.every((way) => way.providerAccountId === providerAccountId);
}
