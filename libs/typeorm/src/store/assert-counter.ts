const MAX_COUNTER = 2 ** 32 - 1;

/**
 * @throws {Error} if a value is not a signature counter
 * @see WebAuthn section 6.1, signCount: 32 bits
 */
export function assertCounter(counter: number): void {
  if (!Number.isInteger(counter) || counter < 0 || counter > MAX_COUNTER) {
    throw new Error('updateAuthenticatorCounter: the counter is not an unsigned 32-bit integer');
  }
}
