import { normalizeEmail } from '../email/normalize-email.js';
import type { VerifiedIdentity } from '../sign-in/sign-in-flow.port.js';

/**
 * The status of the mapped address: `verified` if the provider vouches for it, `unverified` if it
 * vouches for another one or sends `email_verified` without vouching, undefined if it sends
 * neither. Undefined proves as little as `unverified`.
 * @param address - normalised
 * @param said.verifiedEmail - the address that the provider vouches for, as received
 * @param said.word - the claim `email_verified`, as received
 * @see docs/design/security-bar.md A25
 */
export function wordOn(
  address: string | null | undefined,
  { verifiedEmail, word }: { verifiedEmail: unknown; word: unknown },
): VerifiedIdentity['address'] {
  if (!address) return undefined;
  if (isThat(verifiedEmail, address)) return 'verified';
  const isSilent = typeof verifiedEmail !== 'string' && word === undefined;
  return isSilent ? undefined : 'unverified';
}

/**
 * Two mailboxes can normalise to one address (a fullwidth `a` becomes an `a`), and the provider may
 * have checked the other one.
 */
function isThat(verifiedEmail: unknown, address: string): boolean {
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
