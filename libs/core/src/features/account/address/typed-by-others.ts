import type { AdapterUser } from '../../../adapter/adapter-rows.js';
import type { CompleteAdapter } from '../../../adapter/complete-adapter.js';
import { isProven } from '../../../adapter/is-proven.js';
import { userOfAddress } from '../../../adapter/user-of-address.js';
import type { ResolvedAuthConfig } from '../../../config/resolved-auth-config.js';
import { endAccess } from '../../../session/records/end-access.js';

/**
 * Takes an address from another user who only typed it and never proved it. That user stays, without
 * an address.
 * @returns that user, without the address; null if nobody else has it, or keeps it
 */
export async function takeFromTyper(
  config: ResolvedAuthConfig,
  adapter: CompleteAdapter,
  { userId, address }: { readonly userId: string; readonly address: string },
): Promise<AdapterUser | null> {
  const typer = await userOfAddress(adapter, address);
  if (!typer || typer.id === userId || (await isProven(adapter, typer))) return null;
  await endAccess(config, typer.id);
  const now = await adapter.getUser(typer.id);
  if (now?.email !== typer.email || (await isProven(adapter, now))) return null;
  if (!(await adapter.addToUser({ user: now, email: '' }))) return null;
  // A session that began in between shows the address.
  await endAccess(config, typer.id);
  return adapter.getUser(typer.id);
}
