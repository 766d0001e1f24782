import type { AdapterUser } from '../adapter/adapter-rows.js';
import type { AddressProof } from '../adapter/adapter-inputs.js';
import type { AdapterOperation } from '../adapter/adapter.port.js';
import type { CompleteAdapter } from '../adapter/complete-adapter.js';
import { isProven } from '../adapter/is-proven.js';
import { AuthError } from '../errors/auth.error.js';
import { AccessDenied, UserChanged } from '../errors/sign-in.errors.js';
import { toError } from '../errors/to-error.js';
import type { ActionContext } from '../request/context/action-context.js';
import { sessionDirectory } from '../session/records/session-directory.js';

/**
 * Sets `emailVerified` for a user whose address was just proven. If it was not proven before,
 * everything that gives access to the user is removed first: someone else may have registered the
 * address and waited. Sessions end too, also those that are being opened: they are older than the proof.
 * @param removing - called before access is removed; what it returns is called afterwards
 * @throws {UserChanged} when another request was first, or the user no longer has the address
 * @throws {AccessDenied} when the adapter cannot remove something that exists
 * @see docs/design/decisions.md 22; docs/design/security-bar.md A26
 */
export async function proveUser(
  ctx: ActionContext,
  adapter: CompleteAdapter,
  user: AdapterUser,
  removing: () => Promise<() => Promise<void>>,
): Promise<AdapterUser> {
  const keepsAccess = await isProven(adapter, user);
  const removed = keepsAccess ? undefined : await removing();
  const proof = { id: user.id, email: user.email, emailVerified: new Date(), keepsAccess };
  const proven = adapter.has('proveUser')
    ? await adapter.proveUser(proof)
    : await proveInSteps(ctx, adapter, proof);
  if (!proven) throw new UserChanged('the address was just proven by another request, or changed');
  if (!removed) return proven;
  await endRecorded(ctx, user.id);
  await removed();
  ctx.logger.info('unproven access removed', { userId: user.id });
  return proven;
}

/**
 * Ends the stateless sessions of a user in the registry at once, but not the one that this request
 * opens. If the registry fails, they end when they are renewed.
 */
async function endRecorded(ctx: ActionContext, userId: string): Promise<void> {
  if (ctx.config.session.strategy !== 'jwt' || !ctx.config.session.registry) return;
  const directory = sessionDirectory(ctx.config);
  try {
    const end = await directory.endAll(userId, await directory.list(userId));
    if (end) ctx.startAfter(end);
  } catch (thrown) {
    // The proof is stored, so the sign-in continues; its event lets the application delete passwords.
    const err = toError(thrown);
    ctx.logger.error(new AuthError('sessions in the registry end only at their renewal', { err }));
  }
}

/**
 * Proves a user with an adapter without transactions: removes access, sets `emailVerified`, and
 * removes what was stored in between. Anything stored later is undone by `addToUser`, which reads
 * the user after its writes. The address is written too, so that no other one ever counts as proven.
 */
async function proveInSteps(
  ctx: ActionContext,
  adapter: CompleteAdapter,
  { keepsAccess = false, ...proof }: AddressProof,
): Promise<AdapterUser | null> {
  if (!(await isProvable(adapter, proof))) return null;
  if (keepsAccess) return adapter.updateUser(proof);
  await removeAccess(ctx, adapter, proof.id);
  if (adapter.has('endAccess')) {
    await adapter.endAccess({ userId: proof.id, at: proof.emailVerified });
  }
  if (!(await isProvable(adapter, proof))) return null;
  const user = await adapter.updateUser(proof);
  await removeAccess(ctx, adapter, proof.id);
  return user;
}

async function isProvable(adapter: CompleteAdapter, { id, email }: AddressProof): Promise<boolean> {
  const now = await adapter.getUser(id);
  return now !== null && !now.emailVerified && now.email === email;
}

async function removeAccess(
  { config }: ActionContext,
  adapter: CompleteAdapter,
  userId: string,
): Promise<void> {
  const hasSessions = config.session.strategy === 'database';
  // First, so that no session can be used to add anything; and last, when none can be opened.
  if (hasSessions) await removeSessions(adapter, userId);
  await removeAccounts(adapter, userId);
  await removeAuthenticators(adapter, userId);
  if (hasSessions) await removeSessions(adapter, userId);
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
    `the address was never proven, and the adapter lacks \`${operation}\` to remove the access that was set up with it`,
  );
}
