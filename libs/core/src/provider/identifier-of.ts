import { InvalidRequest } from '../errors/internal.errors.js';
import { EmailSignInError } from '../errors/sign-in.errors.js';
import { toError } from '../errors/to-error.js';
import type { ResolvedEmailProvider } from './resolved-provider.js';
import { isOneAddress, normalizeEmail } from '../model/normalize-email.js';

/** Longest input, in characters; longer input is not passed to the application's normalizer. */
const LONGEST_INPUT = 508;

/**
 * Normalizes what a user entered to a single address.
 * @param email - untrusted
 * @throws {EmailSignInError} when it is not an address, or the provider's normalizer refuses it
 * @see docs/design/wire-contract.md 7.3, D-6; docs/design/security-bar.md A01 to A03
 */
export function identifierOf(
  { id, normalizeIdentifier }: ResolvedEmailProvider,
  email: string,
): string {
  const identifier = normalizeIdentifier
    ? callNormalizer(normalizeIdentifier, email)
    : normalizeEmail(email);
  // If a normalizer could return a list, one sign-in could send mail to many users.
  if (typeof identifier === 'string' && isOneAddress(identifier)) return identifier;
  throw new EmailSignInError('the field `email` contains no email address', { provider: id });
}

function callNormalizer(normalize: (identifier: string) => unknown, email: string): unknown {
  if (email.length > LONGEST_INPUT) return undefined;
  try {
    return normalize(email);
  } catch (thrown) {
    const err = new InvalidRequest('the address was refused', { err: toError(thrown) });
    throw new EmailSignInError('normalizeIdentifier refused the address', { err });
  }
}
