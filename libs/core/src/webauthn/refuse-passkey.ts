import { AuthError } from '../errors/auth.error.js';
import { WebAuthnVerificationError } from '../errors/sign-in.errors.js';
import { toError } from '../errors/to-error.js';

/**
 * The message that the browser receives, whatever the reason.
 * @see docs/design/security-bar.md G08
 */
const MESSAGE = 'the passkey was not accepted';

/**
 * Runs a step whose failure means that a passkey is not accepted.
 * @throws {WebAuthnVerificationError} with the thrown error as its cause
 */
export async function refusingPasskey<T>(step: () => Promise<T>): Promise<T> {
  try {
    return await step();
  } catch (thrown) {
    throw refusePasskey(toError(thrown).message, thrown);
  }
}

/** @param reason - for the log */
export function refusePasskey(
  reason: string,
  thrown?: unknown,
  userId?: string,
): WebAuthnVerificationError {
  return new WebAuthnVerificationError(MESSAGE, {
    err: thrown === undefined ? new AuthError(reason) : toError(thrown),
    ...(userId !== undefined && { userId }),
  });
}
