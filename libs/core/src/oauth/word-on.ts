import { normalizeEmail } from '../email/normalize-email.js';
import type { VerifiedIdentity } from '../sign-in/sign-in-flow.port.js';

/**
 * What a provider says of the address that was mapped. Where it vouches for another one, or speaks of
 * it otherwise, the mapped one is unverified; silence is neither, and proves as little.
 * @param address - normalised
 * @param said.verifiedEmail - the address that the provider vouches for, as it came
 * @param said.word - the claim `email_verified`, as it came
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
 * Normalising may make one address of two mailboxes (a wide `a` is an `a` afterwards), and the one
 * that the provider has checked may be the other.
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
