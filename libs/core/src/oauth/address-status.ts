import { normalizeEmail } from '../model/normalize-email.js';
import type { VerifiedIdentity } from '../feature-port/verified-identity.js';

/**
 * Returns the status of the mapped address: `verified` if the provider vouches for it, `unverified`
 * if the provider vouches for another address or sends `email_verified` without vouching, and
 * undefined if it does neither. Undefined proves as little as `unverified`.
 * @param address - normalized
 * @param given.verifiedEmail - the address that the provider vouches for, as received
 * @param given.claim - `email_verified`, as received
 * @see docs/design/security-bar.md A25
 */
export function addressStatus(
  address: string | null | undefined,
  { verifiedEmail, claim }: { readonly verifiedEmail: unknown; readonly claim: unknown },
): VerifiedIdentity['address'] {
  if (!address) return undefined;
  if (isSameMailbox(verifiedEmail, address)) return 'verified';
  const isSilent = typeof verifiedEmail !== 'string' && claim === undefined;
  return isSilent ? undefined : 'unverified';
}

/**
 * Whether the verified address is the same mailbox. Two mailboxes can normalize to one address (a
 * fullwidth `a` becomes `a`), and the provider may have checked the other.
 */
function isSameMailbox(verifiedEmail: unknown, address: string): boolean {
  return (
    typeof verifiedEmail === 'string' &&
    normalizeEmail(verifiedEmail) === address &&
    mailbox(verifiedEmail) === mailbox(address)
  );
}

function mailbox(address: string): string {
  const local = address.trim().slice(0, address.trim().lastIndexOf('@'));
  return local.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
}
