import { HttpException } from '@nestjs/common';
import type { AuthError } from '../errors/auth.error.js';
import { AccessDenied, CredentialsSignin } from '../errors/sign-in.errors.js';
import { toError } from '../errors/to-error.js';

/**
 * Returns what an error of another package means, thrown by `authorize`: an `HttpException`, or one
 * of the two errors of Auth.js by which its providers refuse. These are recognized by their `type`,
 * since that package need not be installed. Undefined for every other error, which is a fault.
 * @see docs/design/decisions.md 18
 */
export function refusalOf(thrown: unknown): AuthError | undefined {
  const err = toError(thrown);
  if (thrown instanceof HttpException) {
    const refused = new CredentialsSignin('authorize threw an HttpException', { err });
    refused.code = `http_${thrown.getStatus()}`;
    return refused;
  }
  const { type, code } = err as Error & { type?: unknown; code?: unknown };
  if (type === 'AccessDenied') return new AccessDenied(err.message, { err });
  if (type !== 'CredentialsSignin') return undefined;
  const refused = new CredentialsSignin(err.message, { err });
  if (typeof code === 'string') refused.code = code;
  return refused;
}
