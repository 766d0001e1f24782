import type { AdapterUser } from '../adapter/adapter.port.js';
import type { CompleteAdapter } from '../adapter/complete-adapter.js';
import { isProven } from '../adapter/is-proven.js';
import type { AuthContext } from '../exchange/auth-context.js';
import type { VerifiedIdentity } from './sign-in-flow.port.js';

/**
 * Whether an account may be linked to the user who has its address. The option must allow it, the
 * provider must not call the address unverified, and the local address must be proven: otherwise
 * somebody could register a stranger's address and wait.
 * @see specification, Authentication 6; design decision 22; security bar A25
 */
export async function isLinkableByEmail(
  { provider }: AuthContext,
  adapter: CompleteAdapter,
  { identity, owner }: { identity: VerifiedIdentity; owner: AdapterUser },
): Promise<boolean> {
  if (!provider || !('linkByEmail' in provider) || !provider.linkByEmail) return false;
  if (identity.address === 'unverified') return false;
  return isProven(adapter, owner);
}
