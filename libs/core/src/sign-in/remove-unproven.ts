import type { AdapterOperation } from '../adapter/adapter.port.js';
import type { CompleteAdapter } from '../adapter/complete-adapter.js';
import { AccessDenied } from '../errors/sign-in.errors.js';
import type { AuthContext } from '../exchange/auth-context.js';

/**
 * Takes from a user whatever signs in as them, before the owner of the address gets in: somebody
 * else may have registered it and waited. Stateless sessions live until they expire.
 * @throws {AccessDenied} when the adapter cannot remove something that is there
 * @see design decision 22; security bar A26
 */
export async function removeUnproven(
  { config, logger }: AuthContext,
  adapter: CompleteAdapter,
  userId: string,
): Promise<void> {
  await removeAccounts(adapter, userId);
  await removeAuthenticators(adapter, userId);
  // Last, so that nothing is left to open another one with.
  if (config.session.strategy === 'database') await removeSessions(adapter, userId);
  logger.debug('removed what an unproven address had', { userId });
}

async function removeAccounts(adapter: CompleteAdapter, userId: string): Promise<void> {
  for (const { provider, providerAccountId } of await adapter.listAccountsByUserId(userId)) {
    need(adapter, 'unlinkAccount');
    await adapter.unlinkAccount({ provider, providerAccountId });
  }
}

async function removeAuthenticators(adapter: CompleteAdapter, userId: string): Promise<void> {
  if (!adapter.has('listAuthenticatorsByUserId')) return;
  for (const { credentialID } of await adapter.listAuthenticatorsByUserId(userId)) {
    need(adapter, 'deleteAuthenticator');
    await adapter.deleteAuthenticator(credentialID);
  }
}

async function removeSessions(adapter: CompleteAdapter, userId: string): Promise<void> {
  need(adapter, 'deleteSessionsByUserId');
  await adapter.deleteSessionsByUserId(userId);
}

function need(adapter: CompleteAdapter, operation: AdapterOperation): void {
  if (adapter.has(operation)) return;
  throw new AccessDenied(
    `the address was never proven, and the adapter has no \`${operation}\` to end what was opened with it`,
  );
}
