import type { AdapterUser } from '../adapter/adapter-rows.js';
import type { CompleteAdapter } from '../adapter/complete-adapter.js';
import { isProven } from '../adapter/is-proven.js';
import type { ActionContext } from '../request/context/action-context.js';
import type { ResolvedOAuthProvider } from '../provider/resolved-provider.js';
import type { VerifiedIdentity } from '../feature-port/verified-identity.js';

/**
 * Whether an account may be linked to the user who has its address. The option must allow it, the
 * provider must state that it verified the address, and the local address must be proven: otherwise
 * someone could register a stranger's address and wait.
 * @see docs/design/wire-contract.md 7.6; docs/design/decisions.md 22;
 *   docs/design/security-bar.md A25
 */
export async function isLinkableByEmail(
  { provider }: ActionContext,
  adapter: CompleteAdapter,
  { identity, owner }: { identity: VerifiedIdentity; owner: AdapterUser },
): Promise<boolean> {
  if (!linksByEmail(provider) || identity.address !== 'verified') return false;
  return isProven(adapter, owner);
}

/** Explains, for the log, why an account was not linked by its address, and what to do about it. */
export function whyNotLinked(
  { provider }: Pick<ActionContext, 'provider'>,
  { address }: VerifiedIdentity,
): string {
  if (!linksByEmail(provider)) return 'accounts are not linked by address';
  const named = `the provider \`${provider.id}\``;
  if (address === 'unverified')
    return `${named} reports the address as unverified, or has verified another one`;
  return address === 'verified'
    ? 'that user has not proven that the address is theirs'
    : `${named} does not report that it has verified the address; if you know that it has, return the address in its option \`verifiedEmail\``;
}

function linksByEmail(provider: ActionContext['provider']): provider is ResolvedOAuthProvider {
  return provider !== undefined && 'linkByEmail' in provider && provider.linkByEmail;
}
